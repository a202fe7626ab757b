// Values over time as lines, with limits and releases. Points that are far apart are not joined.
import { ReleaseLabels } from './release-labels.tsx'
import { type OpenRelease, type ReleaseMarker, releaseMarkers, type ReleaseStart } from './release-markers.ts'
import { ReleaseMark } from './release-mark.tsx'
import { runsOf } from './spark-line.tsx'
import { stepOf } from './time-axis.ts'
import { TimeTicks } from './time-ticks.tsx'
import css from './line-chart.module.css'
import { UntrustedText, plainText } from '../ui/untrusted-text.tsx'

export type LinePoint = { at: string; value: number }
/** `color`: of a service. */
type Line = { points: LinePoint[]; color?: number | undefined }
/** A legend beside the chart says what they mean. */
type Limit = { value: number; tone: 'ok' | 'error' | 'grid' }
/** The baseline at an instant. */
export type BandPoint = { at: string; low: number; high: number }
type Props = {
  lines: Line[]
  /** Both ends of the axis, in milliseconds since 1970. */
  start: number
  end: number
  format: (value: number) => string
  /** The text for screen readers. */
  label: string
  /** Both ends of the scale. By default it is from 0 to above the highest point. */
  scale?: { floor: number; top: number }
  limits?: Limit[]
  band?: BandPoint[]
  releases?: ReleaseStart[]
  /** Makes the names of releases buttons above the chart. By default they are beside their marks. */
  openRelease?: OpenRelease
}

const [WIDTH, HEIGHT] = [1000, 100]
/** Room above the highest point. */
const HEADROOM = 1.08
/** Share of the chart that the name of a release needs. */
const NAME_WIDTH = 0.2
const NONE: never[] = []

export function LineChart({ lines, start, end, format, label, scale, openRelease, ...props }: Props) {
  const { limits = NONE, band = NONE, releases = NONE } = props
  const points = lines.flatMap((line) => line.points)
  const highest = Math.max(0, ...points.map(({ value }) => value))
  // A limit far above all values would press them to the ground.
  const shown = limits.filter(({ value }) => value <= highest * 2)
  const tops = [...shown.map(({ value }) => value), ...band.map(({ high }) => high)]
  const { floor, top } = scale ?? { floor: 0, top: Math.max(highest, ...tops) * HEADROOM || 1 }
  const labels = scale ? [top, (top + floor) / 2, floor] : [top / HEADROOM, 0]
  const step = stepOf(points)
  // A point is in the middle of its step. The first one may begin before the axis.
  const x = (at: string) =>
    Math.min(WIDTH, Math.max(0, ((Date.parse(at) + step / 2 - start) / (end - start)) * WIDTH))
  const y = (value: number) => HEIGHT - Math.max(0, (value - floor) / (top - floor)) * HEIGHT
  /** The last point has a width, as a run may have no other. */
  const outline = <Point extends { at: string }>(run: Point[], valueOf: (point: Point) => number) =>
    [...run, ...run.slice(-1)].map(
      (point, index) => `${x(point.at) + (index === run.length ? 2 : 0)},${y(valueOf(point))}`,
    )
  const markers = releaseMarkers(releases, start, end)
  const named = openRelease ? new Set() : namedMarkers(markers)
  return (
    <>
      {openRelease && (
        <div className={css.labels}>
          <ReleaseLabels markers={markers} open={openRelease} />
        </div>
      )}
      <div className="scaled" role="img" aria-label={scale ? label : `${label}, at most ${format(highest)}`}>
        <div className="scale">
          {labels.map((value) => (
            <span key={value} className="axis" style={{ top: `${y(value)}%` }}>
              {value === 0 ? 0 : format(value)}
            </span>
          ))}
        </div>
        <div className={`chart ${css.plot}`}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {runsOf(band, stepOf(band)).map((run) => (
              <polygon
                key={run[0]!.at}
                points={[
                  ...outline(run, ({ high }) => high),
                  ...outline(run, ({ low }) => low).toReversed(),
                ].join(' ')}
              />
            ))}
            {shown.map(({ value, tone }) => (
              <line key={value} data-tone={tone} x1="0" x2={WIDTH} y1={y(value)} y2={y(value)} />
            ))}
            {lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line is its index
              <g key={index} data-service={line.color}>
                {runsOf(line.points, step).map((run) => (
                  <polyline key={run[0]!.at} points={outline(run, ({ value }) => value).join(' ')} />
                ))}
              </g>
            ))}
          </svg>
          {markers.map(({ release, service, position, isOlder }, index) => (
            <ReleaseMark
              key={`${service} ${release}`}
              position={position}
              isOlder={isOlder}
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
    </>
  )
}

/** Markers whose names do not cover each other, the latest first. Their indexes. */
function namedMarkers(markers: ReleaseMarker[]): Set<number> {
  const named: number[] = []
  for (const index of [...markers.keys()].toSorted((a, b) => markers[b]!.position - markers[a]!.position)) {
    const { position, isOlder } = markers[index]!
    if (isOlder) continue
    const last = markers[named.at(-1) ?? -1]?.position ?? Number.POSITIVE_INFINITY
    const room = sideOf(position) === sideOf(last) ? NAME_WIDTH : 2 * NAME_WIDTH
    if (last - position >= room) named.push(index)
  }
  return new Set(named)
}

function sideOf(position: number): 'before' | 'after' {
  return position > 0.5 ? 'before' : 'after'
}
