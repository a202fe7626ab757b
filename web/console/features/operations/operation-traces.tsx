// Traces of an operation: its slowest calls, and calls with errors.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OperationRow } from '../../../../contract/operations.ts'
import type { TraceRow } from '../../../../contract/traces.ts'
import { tracesQuery } from '../traces/index.ts'
import type { TraceFilters } from '../../search/filters.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatDateTime, formatDuration } from '../../format/format-time.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'
import css from './operation.module.css'

/** Rows per list; the link below shows all. */
const MAX_TRACES = 8

type Props = { filters: TraceFilters; row: OperationRow }

export function OperationTraces({ filters, row }: Props) {
  const slow = { ...filters, minDurationNs: String(row.p95Ns) }
  const failed: TraceFilters = { ...filters, errors: 'true' }
  return (
    <div className={`sections ${css.traces}`}>
      <TraceList title="Slow calls" note={`above the p95 of ${formatDuration(row.p95Ns)}`} filters={slow} />
      <TraceList title="Calls with errors" note="newest first" filters={failed} />
      <p className={css.all}>
        <Link to="/traces" search={filters}>
          All traces of this operation
        </Link>
      </p>
    </div>
  )
}

function TraceList({ title, note, filters }: { title: string; note: string; filters: TraceFilters }) {
  const query = useInfiniteQuery(tracesQuery(filters))
  const traces = query.data?.pages[0]?.traces.slice(0, MAX_TRACES) ?? []
  return (
    <section aria-label={title}>
      <h2>
        {title} <small>{note}</small>
      </h2>
      <QueryState query={query} label={title.toLowerCase()} thin />
      {query.data && traces.length === 0 && <p className="faint">No traces in this period.</p>}
      {traces.length > 0 && (
        <table className="cards" aria-label={title}>
          <tbody>
            {traces.map((trace) => (
              <TraceLine key={trace.traceId} trace={trace} longest={longestOf(traces)} />
            ))}
          </tbody>
        </table>
      )}
      {traces.length > 0 && (
        <p className={css.all}>
          <Link to="/traces" search={filters}>
            {query.hasNextPage
              ? 'Show more in the trace list'
              : `Show ${pluralize(traces.length, 'trace')} in the trace list`}
          </Link>
        </p>
      )}
    </section>
  )
}

function TraceLine({ trace, longest }: { trace: TraceRow; longest: number }) {
  const { traceId, name, service, start, durationNs, errors } = trace
  return (
    <tr>
      <td>
        <Link to="/traces/$traceId" params={{ traceId }} search={{}}>
          <time dateTime={start}>{formatDateTime(start)}</time>
        </Link>
      </td>
      <td className={css.root}>
        <span className="clip">
          <UntrustedText text={name} empty="(no name)" />
        </span>{' '}
        <ServiceName name={service} />
      </td>
      <td className={errors > 0 ? 'bad' : 'faint'}>{errors > 0 ? pluralize(errors, 'error') : ''}</td>
      <td className={`num ${css.duration}`}>
        <i className="meter wide-only" style={{ width: `${(durationNs / longest) * 100}%` }} />
        {formatDuration(durationNs)}
      </td>
    </tr>
  )
}

function longestOf(traces: TraceRow[]): number {
  return Math.max(1, ...traces.map(({ durationNs }) => durationNs))
}
