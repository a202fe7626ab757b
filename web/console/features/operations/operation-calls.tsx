// The calls of an operation: the slowest ones, failed ones, and the calls in the selected area.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OperationCall, OperationRow } from '../../../../contract/operations.ts'
import { callsQuery } from './operations-query.ts'
import type { TraceFilters } from '../../search/filters.ts'
import { hasSelection, NO_SELECTION } from '../../search/token-filters.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { formatDateTime, formatDuration } from '../../format/format-time.ts'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'
import css from './operation.module.css'

type Props = { filters: TraceFilters; row: OperationRow }

export function OperationCalls({ filters, row }: Props) {
  const all = { ...filters, ...NO_SELECTION }
  const slow: TraceFilters = { ...all, minDurationNs: String(row.p95Ns), order: 'duration' }
  return (
    <div className={`sections ${css.traces}`}>
      {hasSelection(filters) && (
        <CallList title="Selected calls" note="slowest first" filters={{ ...filters, order: 'duration' }} />
      )}
      <CallList
        title="Slow calls"
        note={`from the p95 of ${formatDuration(row.p95Ns)}, slowest first`}
        filters={slow}
      />
      <CallList
        title="Calls with errors"
        note={`${formatCount(row.errors)}, latest first`}
        filters={{ ...all, errors: 'true' }}
      />
      <p className={css.all}>
        <Link to="/traces" search={all}>
          All traces of this operation
        </Link>
      </p>
    </div>
  )
}

function CallList({ title, note, filters }: { title: string; note: string; filters: TraceFilters }) {
  const query = useInfiniteQuery(callsQuery(filters))
  const calls = query.data?.pages.flatMap((page) => page.calls) ?? []
  const longest = Math.max(1, ...calls.map(({ durationNs }) => durationNs))
  return (
    <section aria-label={title}>
      <h2>
        {title} <small>{note}</small>
      </h2>
      <QueryState query={query} label={title.toLowerCase()} thin />
      {query.data && calls.length === 0 && <p className="faint">No calls in this period.</p>}
      {calls.length > 0 && (
        <table className="cards" aria-label={title}>
          <tbody>
            {calls.map((call) => (
              <CallLine key={`${call.traceId} ${call.spanId} ${call.start}`} call={call} longest={longest} />
            ))}
          </tbody>
        </table>
      )}
      <ShowMore list={query} />
    </section>
  )
}

function CallLine({ call, longest }: { call: OperationCall; longest: number }) {
  const { traceId, spanId, start, durationNs, status, httpStatus, statusMessage, trace } = call
  const time = <time dateTime={start}>{formatDateTime(start)}</time>
  return (
    <tr>
      <td>
        {traceId ? (
          <Link to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }}>
            {time}
          </Link>
        ) : (
          time
        )}
      </td>
      <td className={css.root}>
        {trace && (
          <>
            <span className="faint">in </span>
            <span className="clip">
              <UntrustedText text={trace.name} empty="(no name)" />
            </span>{' '}
            <ServiceName name={trace.service} />{' '}
            <span className="faint">{pluralize(trace.spans, 'span')}</span>
          </>
        )}
      </td>
      <td className={status === 'error' ? 'bad' : 'faint'} title={plainText(statusMessage) || undefined}>
        <UntrustedText text={[httpStatus, status === 'error' && 'error'].filter(Boolean).join(' ')} />
      </td>
      <td className={`num ${css.duration}`}>
        <i className="meter wide-only" style={{ width: `${(durationNs / longest) * 100}%` }} />
        {formatDuration(durationNs)}
      </td>
    </tr>
  )
}
