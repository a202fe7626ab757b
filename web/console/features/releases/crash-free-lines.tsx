// Crash-free sessions as lines, one for each service in its colour, with releases that can be opened.
import { useNavigate } from '@tanstack/react-router'
import type { CrashFreePoint, ReleaseRow } from '../../../../contract/releases.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { useServiceColors } from '../../ui/service-name.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { formatCrashFree, MIN_SESSIONS } from './crash-free.ts'

/** `start`, `end`: of the axis, in milliseconds since 1970. */
type Props = {
  points: CrashFreePoint[]
  releases: Pick<ReleaseRow, 'firstSeen' | 'service' | 'release'>[]
  start: number
  end: number
}

export function CrashFreeLines({ points, releases, start, end }: Props) {
  const navigate = useNavigate()
  const floor = scaleFloor(points)
  const services = [...Map.groupBy(points, ({ service }) => service)]
  const colors = useServiceColors(services.map(([service]) => service))
  return (
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
      releases={releases.map(({ firstSeen, service, release }) => ({ at: firstSeen, service, release }))}
      openRelease={(release, service) =>
        void navigate({ to: '/releases/$service/$release', params: { service, release } })
      }
    />
  )
}

function describe(service: string, points: CrashFreePoint[]): string {
  const shares = points.map(({ crashFreeSessions }) => crashFreeSessions)
  const [lowest, last] = [Math.min(...shares), shares.at(-1)].map(formatCrashFree)
  return `${service}: at least ${lowest}, last ${last}`
}

type Point = { sessions: number; crashFreeSessions: number }

/** Heights of the chart as shares. Half of each is a round number too. */
const HEIGHTS = [0.002, 0.004, 0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 1]

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
