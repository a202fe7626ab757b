import type { Bucket } from '../../../../store/api/contract.ts'
import { counted } from '../../format-number.ts'

/** The shape of one issue, a caret's width a bar. `hot`: all of it is new or back. */
export function Sparkline({ buckets, hot, total }: { buckets: Bucket[]; hot: boolean; total: number }) {
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  const step = 120 / Math.max(1, buckets.length)
  return (
    <svg
      className="spark"
      viewBox="0 0 120 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={counted(total, 'event')}
    >
      <line x1="0" x2="120" y1="23.5" y2="23.5" />
      {buckets.map(({ at, count }, index) => {
        if (count === 0) return null
        const height = Math.max(1, (count / most) * 22)
        return (
          <rect
            key={at}
            className={hot ? 'hot' : undefined}
            x={index * step}
            width={Math.max(1, step - 1)}
            y={23 - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}
