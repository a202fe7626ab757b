import type { SpanAnswer } from '../../../../store/api/contract.ts'
import { count, percent } from '../../format-number.ts'
import { duration } from '../../format-time.ts'
import css from './trace.module.css'

/** How long spans of the same service and name took, and where this one stands among them. */
export function Peers({ span }: { span: SpanAnswer }) {
  const { histogram, p50Ns, p95Ns } = span.peers
  const most = Math.max(1, ...histogram.map((bin) => bin.count))
  const shorter = histogram.reduce((sum, bin) => sum + (bin.toNs <= span.durationNs ? bin.count : 0), 0)
  const bin = Math.max(
    0,
    histogram.findIndex(({ toNs }) => span.durationNs < toNs),
  )
  const share = ((bin + 0.5) / Math.max(1, histogram.length)) * 100
  const says =
    shorter > 0
      ? `this: ${duration(span.durationNs)}, longer than ${percent(shorter, span.peers.count)}`
      : `this: ${duration(span.durationNs)}`
  return (
    <section>
      <h3>
        Among its peers <small className="push num">{count(span.peers.count)} in 24 h</small>
      </h3>
      <div className={`chart ${css.peers}`}>
        <svg
          viewBox={`0 0 ${histogram.length * 10} 100`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          role="img"
          aria-label={`Durations of this span in the last 24 hours; ${says}`}
        >
          {histogram.map(({ fromNs, count: height }, index) => {
            const tall = height === 0 ? 0 : Math.max(2, (height / most) * 100)
            return <rect key={fromNs} x={index * 10} width={9} y={100 - tall} height={tall} />
          })}
        </svg>
        <span className={css.this} style={{ left: `${share}%` }} aria-hidden="true">
          <b style={{ translate: `-${share}%` }}>{says}</b>
        </span>
      </div>
      <p className={css.scale}>
        <span>{duration(histogram[0]?.fromNs ?? 0)}</span>
        <span>p50 {duration(p50Ns)}</span>
        <span>p95 {duration(p95Ns)}</span>
        <span>{duration(histogram.at(-1)?.toNs ?? 0)}</span>
      </p>
    </section>
  )
}
