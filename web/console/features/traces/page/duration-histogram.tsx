// Durations of similar spans in the last 24 hours, with a mark for this span.
import type { SpanAnswer } from '../../../../../contract/traces.ts'
import { formatCount, formatPercent } from '../../../format/format-number.ts'
import { formatDuration } from '../../../format/format-time.ts'
import css from './duration-histogram.module.css'

export function DurationHistogram({ span }: { span: SpanAnswer }) {
  const { count, histogram, p50Ns, p95Ns } = span.peers
  const max = Math.max(1, ...histogram.map((bin) => bin.count))
  const faster = histogram.reduce((sum, bin) => sum + (bin.toNs <= span.durationNs ? bin.count : 0), 0)
  const bin = Math.max(
    0,
    histogram.findIndex(({ toNs }) => span.durationNs < toNs),
  )
  const position = ((bin + 0.5) / Math.max(1, histogram.length)) * 100
  const comparison = faster > 0 ? `, slower than ${formatPercent(faster, count)}` : ''
  const label = `this span: ${formatDuration(span.durationNs)}${comparison}`
  return (
    <section>
      <h3>
        Similar spans <small className="push num">{formatCount(count)} in the last 24 hours</small>
      </h3>
      <div className={`chart ${css.histogram}`}>
        <svg
          viewBox={`0 0 ${histogram.length * 10} 100`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          role="img"
          aria-label={`Durations of similar spans; ${label}`}
        >
          {histogram.map((bar, index) => {
            const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / max) * 100)
            return <rect key={bar.fromNs} x={index * 10} width={9} y={100 - height} height={height} />
          })}
        </svg>
        <span className={css.span} style={{ left: `${position}%` }} aria-hidden="true">
          <b style={{ translate: `-${position}%` }}>{label}</b>
        </span>
      </div>
      <p className={`num faint ${css.scale}`}>
        <span>{formatDuration(histogram[0]?.fromNs ?? 0)}</span>
        <span>p50 {formatDuration(p50Ns)}</span>
        <span>p95 {formatDuration(p95Ns)}</span>
        <span>{formatDuration(histogram.at(-1)?.toNs ?? 0)}</span>
      </p>
    </section>
  )
}
