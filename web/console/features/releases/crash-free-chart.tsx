// Crash-free sessions over time: a line for each service in its colour, and the releases on the same axis.
import { useNavigate } from '@tanstack/react-router'
import type { CrashFreePoint, ReleaseRow } from '../../../../contract/releases.ts'
import { type Filters } from '../../search/filters.ts'
import { chartPeriod } from '../../search/period.ts'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { ServiceName, useServiceColors } from '../../ui/service-name.tsx'
import { formatStep, stepOf } from '../../charts/time-axis.ts'
import { formatCrashFree } from './crash-free.ts'
import type { ListedRelease } from './group-releases.ts'
import css from './crash-free-chart.module.css'

type Props = { points: CrashFreePoint[]; releases: ListedRelease[]; filters: Filters; now: number }

export function CrashFreeChart({ points, releases, filters, now }: Props) {
  const navigate = useNavigate()
  const period = chartPeriod(filters, now)
  const step = stepOf(points)
  // The axis begins with the data: three days in a month would leave the chart empty.
  const first = Math.min(...points.map(({ at }) => Date.parse(at)))
  const [start, end] = [Math.max(period.start, first - step), period.end]
  const floor = scaleFloor(points)
  const services = [...Map.groupBy(points, ({ service }) => service)]
  const colors = useServiceColors(services.map(([service]) => service))
  return (
    <figure className={css.chart} aria-label="Crash-free sessions over time, with releases">
      <figcaption className="chart-caption">
        <NewestChange releases={releases} />
        {services.map(([service]) => (
          <ServiceName key={service} name={service} color={colors.get(service)} />
        ))}
        <span className="push">{formatStep(step)} a point</span>
      </figcaption>
      <LineChart
        lines={services.map(([service, own]) => ({
          color: colors.get(service),
          points: own.map(({ at, crashFreeSessions }) => ({ at, value: crashFreeSessions })),
        }))}
        start={start}
        end={end}
        scale={{ floor, top: 1 }}
        limits={[1, (1 + floor) / 2].map((value) => ({ value, tone: 'grid' }))}
        format={formatTick}
        label={services.map(([service, own]) => describe(plainText(service), own)).join('; ')}
        releases={releases.map(({ row: { firstSeen, service, release } }) => ({
          at: firstSeen,
          service,
          release,
        }))}
        openRelease={(release, service) =>
          void navigate({ to: '/releases/$service/$release', params: { service, release } })
        }
      />
    </figure>
  )
}

/** The newest release with sessions and a previous release: where one is in production, of those. */
function NewestChange({ releases }: Pick<Props, 'releases'>) {
  const compared = releases
    .filter(({ row, previous }) => row.crashFreeSessions !== null && previous?.crashFreeSessions != null)
    .toSorted((a, b) => Date.parse(b.row.firstSeen) - Date.parse(a.row.firstSeen))
  const newest = compared.find(({ row }) => isInProduction(row)) ?? compared[0]
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

function isInProduction({ environments = [] }: ReleaseRow): boolean {
  return environments.some((name) => name.toLowerCase().startsWith('prod'))
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
