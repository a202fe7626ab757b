// The services of a trace with their colours and span counts, most spans first. Few until it is expanded.
import { useMemo, useState } from 'react'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { useTrace } from './trace-context.ts'
import css from './trace.module.css'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** Services of a folded legend: on a phone they take one or two lines. */
const MAX_FOLDED = 4

export function TraceLegend({ services }: { services: string[] }) {
  const { tree, colors } = useTrace()
  const [isExpanded, setExpanded] = useState(false)
  const counts = useMemo(() => {
    const spans = new Map(services.map((service) => [service, 0]))
    for (const { span } of tree.nodes) spans.set(span.service, (spans.get(span.service) ?? 0) + 1)
    return [...spans].toSorted(([, a], [, b]) => b - a)
  }, [tree, services])
  // A button for one more service needs as much room as the service.
  const isFolded = !isExpanded && counts.length > MAX_FOLDED + 1
  return (
    <div className={css.legend} role="group" aria-label="Services">
      {(isFolded ? counts.slice(0, MAX_FOLDED) : counts).map(([service, count]) => (
        <span key={service} className="service" data-service={colors.get(service)}>
          <UntrustedText text={service} empty="(no name)" />{' '}
          <small className="num">{formatCount(count)}</small>
        </span>
      ))}
      {counts.length > MAX_FOLDED + 1 && (
        <button
          type="button"
          className="quiet"
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
