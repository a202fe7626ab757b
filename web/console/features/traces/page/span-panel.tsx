// The selected span: timing, exceptions, similar spans, attributes.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { TraceException } from '../../../../../contract/traces.ts'
import { spanQuery } from '../traces-query.ts'
import { formatPercent, pluralize } from '../../../format/format-number.ts'
import { nanosBetween } from '../../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../../format/format-time.ts'
import { retryFailed } from '../../../app/live.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { ErrorTitle } from '../../../ui/error-title.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { SpanDetails } from './span-details.tsx'
import { selfTime } from '../../../../../contract/timeline/span-tree.ts'
import { useTrace } from './trace-context.ts'
import css from './span-panel.module.css'

/** Characters of a message beside a trace; the event shows the rest. */
const MAX_MESSAGE = 600

export const SPAN_PANEL_ID = 'span-panel'

/** Updated after the selected row is painted. */
export function SpanPanel() {
  const { tree, selected: selectedRow, panel } = useTrace()
  const selected = useDeferredValue(selectedRow)
  const span = tree.nodes[selected]?.span
  if (!span) return null
  return (
    <aside
      id={SPAN_PANEL_ID}
      className={`${css.panel} ${panel.isOpen ? '' : css.closed}`}
      aria-label="Selected span"
    >
      <header>
        <h2>
          <UntrustedText text={span.name} empty="(no name)" />
        </h2>
        {panel.isOpen && <CopyButton key={span.spanId} text={span.spanId} label="Copy the span id" />}
        <button
          type="button"
          className="only-icon"
          aria-label="Span details"
          aria-expanded={panel.isOpen}
          title={`${panel.isOpen ? 'Hide' : 'Show'} the details of the span (o)`}
          onClick={panel.toggle}
        >
          <Icon name={panel.isOpen ? 'close' : 'expand'} />
        </button>
      </header>
      {panel.isOpen && <SelectedSpan key={span.spanId} selected={selected} />}
    </aside>
  )
}

function SelectedSpan({ selected }: { selected: number }) {
  const { trace, tree, isAtRest, colors } = useTrace()
  const node = tree.nodes[selected]
  const spanId = node?.span.spanId ?? ''
  const query = useQuery({
    ...spanQuery(trace.traceId, spanId),
    enabled: isAtRest && spanId !== '',
    refetchInterval: retryFailed,
  })
  if (!node) return null
  const { span } = node
  const facts = {
    Duration: formatDuration(span.durationNs),
    'Self time': formatDuration(selfTime(tree, selected)),
    Start: `+${formatDuration(node.start)}`,
    'Share of trace': formatPercent(span.durationNs, tree.end),
  }
  return (
    <>
      <p className="faint">
        <span className="service" data-service={colors.get(span.service)}>
          <UntrustedText text={span.service} />
        </span>{' '}
        · {span.kind} ·{' '}
        {node.failed ? (
          <span className="severity" data-severity="error">
            error
          </span>
        ) : (
          span.status
        )}
      </p>
      <Facts className={css.facts} facts={facts} />
      <Exceptions exceptions={trace.exceptions.filter((exception) => exception.spanId === spanId)} />
      <QueryState query={query} label="the span" thin />
      {query.data && <SpanDetails span={query.data} />}
    </>
  )
}

function Exceptions({ exceptions }: { exceptions: TraceException[] }) {
  const { trace, save } = useTrace()
  if (exceptions.length === 0) return null
  return (
    <section>
      <h3>{pluralize(exceptions.length, 'exception')}</h3>
      {exceptions.map(({ digest, type, message, at }) => (
        <div key={digest} className={`notice ${css.exception}`} data-severity="error">
          <p>
            <ErrorTitle type={type} message={message.slice(0, MAX_MESSAGE)} />
          </p>
          <p>
            {save && (
              <Link to="/d/$digest" params={{ digest }}>
                Open the event
              </Link>
            )}{' '}
            <code>{digest}</code>{' '}
            <span className="faint">at +{formatDuration(nanosBetween(trace.start, at))}</span>
          </p>
        </div>
      ))}
    </section>
  )
}
