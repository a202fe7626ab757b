// The events of one issue over time, without axes. `hot`: the issue is new or regressed. The number of events
// stands beside it.

const WIDTH = 120
const HEIGHT = 24

type Props = { buckets: { at: string; count: number }[]; hot: boolean }

export function Sparkline({ buckets, hot }: Props) {
  const max = Math.max(1, ...buckets.map(({ count }) => count))
  const step = WIDTH / Math.max(1, buckets.length)
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {buckets.map(({ at, count }, index) => {
        if (count === 0) return null
        const height = Math.max(1, (count / max) * (HEIGHT - 2))
        return (
          <rect
            key={at}
            className={hot ? 'hot' : undefined}
            x={index * step}
            width={Math.max(1, step - 1)}
            y={HEIGHT - 1 - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}
