// Crash-free sessions over time: a line for each service in its colour, and the releases on the same axis.
import { useNavigate } from '@tanstack/react-router'
import type { CrashFreePoint, ReleaseRow } from '../../../../contract/releases.ts'
import { chartPeriod, type Filters } from '../../search/filters.ts'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { ReleaseLabels } from '../../charts/release-labels.tsx'
import { ServiceName, useServiceColors } from '../../ui/service-name.tsx'
import { releaseMarkers } from '../../charts/release-markers.ts'
import { formatStep, stepOf } from '../../charts/time-axis.ts'
import { ReleaseMark } from '../../charts/release-mark.tsx'
import { TimeTicks } from '../../charts/time-ticks.tsx'
import { formatCrashFree } from './crash-free.ts'
import type { ListedRelease } from './group-releases.ts'
import css from './crash-free-chart.module.css'

type Props = { points: CrashFreePoint[]; releases: ListedRelease[]; filters: Filters; now: number }
type Axis = { start: number; end: number; floor: number; step: number }

const [WIDTH, HEIGHT] = [1000, 100]

export function CrashFreeChart({ points, releases, filters, now }: Props) {
  const navigate = useNavigate()
  const period = chartPeriod(filters, now)
  const step = stepOf(points)
  // The axis begins with the data: three days in a month would leave the chart empty.
  const first = Math.min(...points.map(({ at }) => Date.parse(at)))
  const [start, end] = [Math.max(period.start, first - step), period.end]
  const axis: Axis = { start, end, floor: scaleFloor(points), step }
  const services = [...Map.groupBy(points, ({ service }) => service)]
  const colors = useServiceColors(services.map(([service]) => service))
  const markers = releaseMarkers(firstOfEach(releases), start, end)
  return (
    <figure className={css.chart} aria-label="Crash-free sessions over time, with releases">
      <figcaption className="chart-caption">
        <NewestChange releases={releases} />
        {services.map(([service]) => (
          <ServiceName key={service} name={service} />
        ))}
        <span className="push">{formatStep(step)} a point</span>
      </figcaption>
      <div className="scaled">
        <div className={css.labels}>
          <ReleaseLabels
            markers={markers}
            open={(release, service) =>
              void navigate({ to: '/releases/$service/$release', params: { service, release } })
            }
          />
        </div>
        <div className={`scale ${css.scale}`}>
          {[0, 0.5, 1].map((share) => (
            <span key={share} className="axis" style={{ top: `${share * 100}%` }}>
              {formatTick(1 - share * (1 - axis.floor))}
            </span>
          ))}
        </div>
        <div className={`chart ${css.plot}`}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {[0, 0.5].map((share) => (
              <line key={share} x1="0" x2={WIDTH} y1={share * HEIGHT} y2={share * HEIGHT} />
            ))}
            {services.map(([service, own]) => (
              <g key={service} data-service={colors.get(service)}>
                {runs(own, axis.step).map((run) => (
                  <polyline key={run[0]!.at} points={coordinates(run, axis)} />
                ))}
              </g>
            ))}
          </svg>
          {markers.map(({ release, service, position }) => (
            <ReleaseMark key={`${service} ${release}`} position={position} />
          ))}
        </div>
        <div className="ticks" aria-hidden="true">
          <TimeTicks start={start} end={end} />
        </div>
      </div>
      <p className="visually-hidden">
        {services.map(([service, own]) => describe(plainText(service), own)).join('; ')}. The table lists each
        release.
      </p>
    </figure>
  )
}

/** The newest release that has sessions and a previous release. */
function NewestChange({ releases }: Pick<Props, 'releases'>) {
  const newest = releases
    .filter(({ row, previous }) => row.crashFreeSessions !== null && previous?.crashFreeSessions != null)
    .toSorted((a, b) => Date.parse(b.row.firstSeen) - Date.parse(a.row.firstSeen))[0]
  if (!newest) return null
  const { row, previous } = newest
  return (
    <>
      <span>
        <b>{formatCrashFree(previous!.crashFreeSessions)}</b> crash-free before{' '}
        <UntrustedText text={row.service} /> <UntrustedText text={row.release} />
      </span>
      <span>
        <b>{formatCrashFree(row.crashFreeSessions)}</b> since
      </span>
    </>
  )
}

/** A release in two environments has one mark, at its first deploy. */
function firstOfEach(releases: ListedRelease[]): { at: string; service: string; release: string }[] {
  const marks = new Map<string, ReleaseRow>()
  // The newest is first.
  for (const { row } of releases) marks.set(JSON.stringify([row.service, row.release]), row)
  return [...marks.values()].map(({ firstSeen, service, release }) => ({ at: firstSeen, service, release }))
}

/** Splits the line at steps without sessions. */
function runs(points: CrashFreePoint[], step: number): CrashFreePoint[][] {
  const list: CrashFreePoint[][] = []
  let last = Number.NaN
  for (const point of points) {
    const at = Date.parse(point.at)
    if (at - last === step) list.at(-1)!.push(point)
    else list.push([point])
    last = at
  }
  return list
}

/** A point is in the middle of its step, the last one at the end of the axis at most. */
function coordinates(run: CrashFreePoint[], { start, end, floor, step }: Axis): string {
  const pairs = run.map(({ at, crashFreeSessions }) => {
    const time = Math.min(end, Math.max(start, Date.parse(at) + step / 2))
    const height = Math.max(0, (crashFreeSessions - floor) / (1 - floor))
    return [((time - start) / (end - start)) * WIDTH, (1 - height) * HEIGHT] as const
  })
  // A single point is a dot.
  const [x, y] = pairs.at(-1)!
  return [...pairs, [x + 0.1, y] as const]
    .map((pair) => pair.map((value) => value.toFixed(1)).join())
    .join(' ')
}

function describe(service: string, points: CrashFreePoint[]): string {
  const shares = points.map(({ crashFreeSessions }) => crashFreeSessions)
  const [lowest, last] = [Math.min(...shares), shares.at(-1)].map(formatCrashFree)
  return `${service}: at least ${lowest}, last ${last}`
}

type Point = { sessions: number; crashFreeSessions: number }

/** Heights of the chart as shares. Half of each is a round number too. */
const HEIGHTS = [0.002, 0.004, 0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 1]

/** With fewer sessions, one crash moves a step by 5 points or more. */
const MIN_SESSIONS = 20

/**
 * The lower end of the scale: the largest share below all points. Steps with few sessions do not stretch the
 * chart unless there are no others.
 */
function scaleFloor(points: Point[]): number {
  const reliable = points.filter(({ sessions }) => sessions >= MIN_SESSIONS)
  const lowest = Math.min(
    1,
    ...(reliable.length > 0 ? reliable : points).map(({ crashFreeSessions }) => crashFreeSessions),
  )
  return 1 - HEIGHTS.find((height) => 1 - height <= lowest)!
}

/** `99.8 %`, `98 %`: a label of the axis. */
function formatTick(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
