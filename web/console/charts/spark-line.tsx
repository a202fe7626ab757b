// Values without axes, for a row of a table: a line over time, and bars.
import type { ReactNode } from 'react'

const [WIDTH, HEIGHT] = [120, 24]

/** `at`: between `start` and `end`. */
type LineProps = {
  points: { at: number; value: number }[]
  start: number
  end: number
  /** Both ends of the scale. By default it is from 0 to the highest value. */
  floor?: number
  top?: number
  label: string
  /** The distance between two points: further ones are not joined. By default all are. */
  step?: number
  /** Position of a vertical line. */
  mark?: number
}

export function SparkLine({ points, start, end, label, floor = 0, mark, step, ...props }: LineProps) {
  const top = props.top ?? (Math.max(...points.map(({ value }) => value)) || 1)
  const x = (at: number) => (((at - start) / (end - start)) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - 2 - ((value - floor) / (top - floor)) * (HEIGHT - 4)).toFixed(1)
  const runs = step === undefined ? [points] : runsOf(points, step)
  /** A point alone is a dot: a line to itself. */
  const coordinatesOf = (run: typeof points) =>
    [...run, ...run.slice(-1)].map(({ at, value }) => `${x(at)},${y(value)}`)
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {mark !== undefined && <line className="mark" x1={x(mark)} x2={x(mark)} y1="0" y2={HEIGHT} />}
      {runs.map((run, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a run is its index
        <polyline key={index} points={coordinatesOf(run).join(' ')} />
      ))}
    </svg>
  )
}

const [STEP, GAP] = [10, 1.5]
/** A smaller value is a bar too, unless it is 0. */
const MIN_HEIGHT = 1

type BarsProps = {
  values: number[]
  /** Of the longest bar. */
  max?: number
  /** For screen readers; without one the numbers are beside it. */
  label?: string
  className?: string | undefined
  classOf?: (index: number) => string | undefined
  /** Over the bars, which are 10 units wide and at most 24 high. */
  children?: ReactNode
}

/** Bars on a line. */
export function Bars({ values, label, className = 'spark', classOf, children, ...props }: BarsProps) {
  const max = props.max ?? (Math.max(0, ...values) || 1)
  const width = Math.max(1, values.length) * STEP
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <line x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {values.map((value, index) => {
        if (value === 0) return null
        const height = Math.max(MIN_HEIGHT, (value / max) * (HEIGHT - 2))
        const position = { x: index * STEP, width: STEP - GAP, y: HEIGHT - 1 - height, height }
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its index
        return <rect key={index} className={classOf?.(index)} {...position} />
      })}
      {children}
    </svg>
  )
}

/** The events of one issue. `hot`: the issue is new or regressed. */
export function Sparkline({ buckets, hot }: { buckets: { count: number }[]; hot: boolean }) {
  return <Bars values={buckets.map(({ count }) => count)} classOf={() => (hot ? 'hot' : undefined)} />
}

/** Runs of points without a gap: a step without a value is not 0. */
export function runsOf<Point extends { at: string | number }>(points: Point[], step: number): Point[][] {
  const runs: Point[][] = []
  let last = Number.NaN
  for (const point of points) {
    const at = typeof point.at === 'number' ? point.at : Date.parse(point.at)
    if (at - last === step) runs.at(-1)!.push(point)
    else runs.push([point])
    last = at
  }
  return runs
}
