// Crash-free sessions over time: a line for each service in its colour, and the releases on the same axis.
import type { CrashFreePoint, ReleaseRow } from '../../../../contract/releases.ts'
import { type Filters } from '../../search/filters.ts'
import { chartPeriod } from '../../search/period.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { ServiceName, useServiceColors } from '../../ui/service-name.tsx'
import { formatStep, stepOf } from '../../charts/time-axis.ts'
import { formatCrashFree } from './crash-free.ts'
import { CrashFreeLines } from './crash-free-lines.tsx'
import type { ListedRelease } from './group-releases.ts'
import css from './crash-free-chart.module.css'

type Props = { points: CrashFreePoint[]; releases: ListedRelease[]; filters: Filters; now: number }

export function CrashFreeChart({ points, releases, filters, now }: Props) {
  const period = chartPeriod(filters, now)
  const step = stepOf(points)
  // The axis begins with the data: three days in a month would leave the chart empty.
  const first = Math.min(...points.map(({ at }) => Date.parse(at)))
  const start = Math.max(period.start, first - step)
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
      <CrashFreeLines
        points={points}
        releases={releases.map(({ row }) => row)}
        start={start}
        end={period.end}
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
