// A value over time as a line, with limits and releases. Points that are far apart are not joined.
import { releaseMarkers, type ReleaseStart } from './release-markers.ts'
import { ReleaseMark } from './release-mark.tsx'
import { TimeTicks } from './time-ticks.tsx'
import css from './line-chart.module.css'
import { UntrustedText, plainText } from '../ui/untrusted-text.tsx'

export type LinePoint = { at: string; value: number }
/** A legend beside the chart says what they mean. */
type Limit = { value: number; tone: 'ok' | 'error' }
/** The baseline at an instant. */
export type BandPoint = { at: string; low: number; high: number }
type Props = {
  points: LinePoint[]
  /** Both ends of the axis, in milliseconds since 1970. */
  start: number
  end: number
  format: (value: number) => string
  /** The sentence for screen readers. */
  label: string
  limits?: Limit[]
  band?: BandPoint[]
  releases?: ReleaseStart[]
}

const [WIDTH, HEIGHT] = [1000, 100]
/** Room above the highest point. */
const HEADROOM = 1.08
/** Share of the chart that the name of a release needs. */
const NAME_WIDTH = 0.2
const NONE: never[] = []

export function LineChart(props: Props) {
  const { points, start, end, format, label, limits = NONE, band = NONE, releases = NONE } = props
  const highest = Math.max(0, ...points.map(({ value }) => value))
  // A limit far above all values would press them to the ground.
  const shown = limits.filter(({ value }) => value <= highest * 2)
  const tops = [...shown.map(({ value }) => value), ...band.map(({ high }) => high)]
  const max = Math.max(highest, ...tops) * HEADROOM || 1
  // The first step may begin before the axis.
  const x = (at: string) => Math.max(0, ((Date.parse(at) - start) / (end - start)) * WIDTH)
  const y = (value: number) => HEIGHT - (value / max) * HEIGHT
  /** The last point has a width, as a segment may have no other. */
  const outline = <Point extends { at: string }>(segment: Point[], valueOf: (point: Point) => number) =>
    [...segment, ...segment.slice(-1)].map(
      (point, index) => `${x(point.at) + (index === segment.length ? 2 : 0)},${y(valueOf(point))}`,
    )
  const markers = releaseMarkers(releases, start, end)
  const named = namedMarkers(markers)
  return (
    <div className="scaled" role="img" aria-label={`${label}, at most ${format(highest)}`}>
      <div className="scale">
        <span className="axis" style={{ top: `${100 - 100 / HEADROOM}%` }}>
          {format(max / HEADROOM)}
        </span>
        <span className="axis" style={{ top: '100%' }}>
          0
        </span>
      </div>
      <div className={`chart ${css.plot}`}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {segments(band).map((segment) => (
            <polygon
              key={segment[0]!.at}
              points={[
                ...outline(segment, ({ high }) => high),
                ...outline(segment, ({ low }) => low).toReversed(),
              ].join(' ')}
            />
          ))}
          {shown.map(({ value, tone }) => (
            <line key={value} data-severity={tone} x1="0" x2={WIDTH} y1={y(value)} y2={y(value)} />
          ))}
          {segments(points).map((segment) => (
            <polyline key={segment[0]!.at} points={outline(segment, ({ value }) => value).join(' ')} />
          ))}
        </svg>
        {markers.map(({ release, service, position }, index) => (
          <ReleaseMark
            key={`${service} ${release}`}
            position={position}
            title={plainText(`${release} ${service}`)}
          >
            {named.has(index) && (
              <span className="axis wide-only" data-side={sideOf(position)}>
                <UntrustedText text={release} />
              </span>
            )}
          </ReleaseMark>
        ))}
      </div>
      <div className="ticks" aria-hidden="true">
        <TimeTicks start={start} end={end} />
        <span className="axis end">now</span>
      </div>
    </div>
  )
}

/** Markers whose names do not cover each other, the latest first. Their indexes. */
function namedMarkers(markers: { position: number }[]): Set<number> {
  const named: number[] = []
  for (const index of [...markers.keys()].toSorted((a, b) => markers[b]!.position - markers[a]!.position)) {
    const { position } = markers[index]!
    const last = markers[named.at(-1) ?? -1]?.position ?? Number.POSITIVE_INFINITY
    const room = sideOf(position) === sideOf(last) ? NAME_WIDTH : 2 * NAME_WIDTH
    if (last - position >= room) named.push(index)
  }
  return new Set(named)
}

function sideOf(position: number): 'before' | 'after' {
  return position > 0.5 ? 'before' : 'after'
}

/** Runs of points without a gap: a step without a value is no zero. */
function segments<Point extends { at: string }>(points: Point[]): Point[][] {
  const times = points.map(({ at }) => Date.parse(at))
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  const step = Math.min(...gaps)
  const runs: Point[][] = []
  for (const [index, point] of points.entries())
    if (index > 0 && gaps[index - 1] === step) runs.at(-1)!.push(point)
    else runs.push([point])
  return runs
}
