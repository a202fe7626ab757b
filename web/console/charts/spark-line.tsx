// A value over time without axes, for a row of a table.
import type { LinePoint } from './line-chart.tsx'

const [WIDTH, HEIGHT] = [120, 24]

type Props = { points: LinePoint[]; start: number; end: number; label: string }

export function SparkLine({ points, start, end, label }: Props) {
  const max = Math.max(...points.map(({ value }) => value)) || 1
  const coordinates = points.map(({ at, value }) => {
    const x = ((Date.parse(at) - start) / (end - start)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / max) * (HEIGHT - 4)).toFixed(1)}`
  })
  const last = coordinates.at(-1)
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={[...coordinates, last].join(' ')} />
    </svg>
  )
}
