// The title of a trace: root span, errors, duration, services.
import type { TraceRow } from '../../../../../contract/traces.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatDateTime, formatDuration } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useServiceColors } from '../../../ui/service-name.tsx'
import { ClockNotice } from './clock-notice.tsx'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import { useTrace } from './trace-context.ts'
import { nextFailed } from './trace-keys.ts'
import css from './trace.module.css'
import { type ReactNode, useMemo, useState } from 'react'

export function TraceHeader({ services }: { services: string[] }) {
  const { trace, tree, colors, clocks, copyLink, save } = useTrace()
  const root = tree.nodes[0]?.span
  const counts = useMemo(() => {
    const spans = new Map(services.map((service) => [service, 0]))
    for (const { span } of tree.nodes) spans.set(span.service, (spans.get(span.service) ?? 0) + 1)
    return [...spans].toSorted(([, a], [, b]) => b - a)
  }, [tree, services])
  return (
    <header className={`page-head ${css.title}`}>
      <Title name={root?.name ?? ''} service={root?.service ?? ''} colors={colors} />
      <div className={`controls ${css.errors}`}>
        <ErrorButtons />
        {save && <IconButton icon="link" label="Copy link" shortcut="c" onClick={copyLink} />}
        {save && <IconButton icon="download" label="Download as a file" shortcut="s" onClick={save} />}
      </div>
      <Facts facts={trace}>
        <b>{formatCount(tree.nodes.length)}</b> of {pluralize(trace.totalSpans, 'span')}
      </Facts>
      <TraceLegend counts={counts} colors={colors} />
      <ClockNotice {...clocks} />
    </header>
  )
}

/** Before its spans are loaded: what the list shows of the trace. */
export function LoadingHeader({ row }: { row: TraceRow }) {
  const colors = useServiceColors(row.services)
  return (
    <header className={`page-head ${css.title}`}>
      <Title name={row.name} service={row.service} colors={colors} />
      <div className={`controls ${css.errors}`}>
        {row.errors > 0 && <span>{pluralize(row.errors, 'error')}</span>}
      </div>
      <Facts facts={row}>{pluralize(row.spans, 'span')}</Facts>
      <TraceLegend counts={row.services.map((service) => [service, null])} colors={colors} />
    </header>
  )
}

type TitleProps = { name: string; service: string; colors: Map<string, number> }

function Title({ name, service, colors }: TitleProps) {
  return (
    <h1 className="line">
      <UntrustedText text={name} empty="(no name)" />
      <small className="service" data-service={colors.get(service)}>
        <UntrustedText text={service} />
      </small>
    </h1>
  )
}

type FactsProps = {
  facts: { durationNs: number; start: string; traceId: string }
  /** The number of spans. */
  children: ReactNode
}

function Facts({ facts: { durationNs, start, traceId }, children }: FactsProps) {
  return (
    <p className="caption line num">
      <b>{formatDuration(durationNs)}</b>
      <span>{children}</span>
      <time dateTime={start} title={new Date(start).toString()}>
        {formatDateTime(start)}
      </time>
      <span>
        trace <code>{traceId}</code>
      </span>
    </p>
  )
}

function ErrorButtons() {
  const { tree, selected, jump } = useTrace()
  if (tree.causes.length === 0) return null
  return (
    <>
      <span className="num">{describeErrors(tree, selected)}</span>
      <span className="joined">
        <button
          type="button"
          aria-label="Previous error"
          title="Previous error (E)"
          onClick={() => jump(nextFailed(tree, selected, -1))}
        >
          <Icon name="left" small />
          <kbd>E</kbd>
        </button>
        <button
          type="button"
          aria-label="Next error"
          title="Next error (e)"
          onClick={() => jump(nextFailed(tree, selected, 1))}
        >
          <kbd>e</kbd>
          <Icon name="right" small />
        </button>
      </span>
    </>
  )
}

/**
 * `error 1 of 2`; where callers failed too, `error 1 of 2, passed on 5 times`, and on one of those callers
 * `2 errors, passed on: 3 of 5`.
 */
function describeErrors({ causes, echoes }: SpanTree, selected: number): string {
  const [cause, echo] = [causes.indexOf(selected) + 1, echoes.indexOf(selected) + 1]
  const isOne = causes.length === 1 && echoes.length > 0
  const errors =
    cause > 0 && !isOne
      ? `error ${formatCount(cause)} of ${formatCount(causes.length)}`
      : pluralize(causes.length, 'error')
  if (echoes.length === 0) return errors
  if (echo > 0) return `${errors}, passed on: ${formatCount(echo)} of ${formatCount(echoes.length)}`
  return `${errors}, passed on ${echoes.length === 1 ? 'once' : pluralize(echoes.length, 'time')}`
}

/** Services in a collapsed legend, one or two lines on a phone. */
const MAX_FOLDED = 4

type LegendProps = {
  /** Numbers of spans; null while they are not known. */
  counts: [service: string, spans: number | null][]
  colors: Map<string, number>
}

/** Services with their colours and span counts. */
function TraceLegend({ counts, colors }: LegendProps) {
  const [isExpanded, setExpanded] = useState(false)
  // A button for one more service would take as much space as the service.
  const isFolded = !isExpanded && counts.length > MAX_FOLDED + 1
  return (
    <div className={`caption line ${css.legend}`} role="group" aria-label="Services">
      {(isFolded ? counts.slice(0, MAX_FOLDED) : counts).map(([service, count]) => (
        <span key={service} className="service" data-service={colors.get(service)}>
          <UntrustedText text={service} empty="(no name)" />{' '}
          {count !== null && <small className="num">{formatCount(count)}</small>}
        </span>
      ))}
      {counts.length > MAX_FOLDED + 1 && (
        <button
          type="button"
          className="quiet small"
          aria-expanded={isExpanded}
          aria-label={isExpanded ? 'Fewer services' : pluralize(counts.length - MAX_FOLDED, 'more service')}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'fewer' : `+${counts.length - MAX_FOLDED}`}
        </button>
      )}
    </div>
  )
}
