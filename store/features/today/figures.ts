// Sessions, releases and latency of a period, each beside a time before.
import type { Today, TodayCrashFree, TodayRelease, TodaySlower } from '../../../contract/today.ts'
import { DAY_NS, greatest, HOUR_NS, least } from '../../database/instants.ts'
import type { Filters, Period } from '../../http/filters.ts'
import {
  compareReleases,
  countChanges,
  countSessions,
  crashFreeShare,
  crashFreeTrend,
  latencyRegressions,
  readReleases,
  type ReleaseContext,
} from '../releases/index.ts'
import { readServices } from '../search/index.ts'

const WEEK_NS = 7n * DAY_NS

/** Not before 1970. */
export function timeBefore(end: bigint, length = WEEK_NS): Period {
  return { from: greatest(end - length, 0n), to: end }
}

/** Fewer sessions are left to chance. */
const MIN_SESSIONS = 20

/** Vitals that people notice, and that do not follow from another one. */
const VITALS = ['LCP', 'INP']
const MAX_SLOWER = 6

/** Releases of one answer, the newest. */
const MAX_RELEASES = 5

/** Of full hours: sessions are counted by the hour. */
export async function readCrashFree({ engine }: ReleaseContext, filters: Filters): Promise<TodayCrashFree> {
  const since = { ...filters, from: startOfHour(filters.from) }
  const length = least(greatest(filters.to - filters.from, DAY_NS), WEEK_NS)
  const [before, counts, trend] = await Promise.all([
    countSessions(engine, { ...filters, ...timeBefore(since.from, length) }),
    countSessions(engine, since),
    crashFreeTrend(engine, since),
  ])
  return {
    before: before.sessions < MIN_SESSIONS ? null : crashFreeShare(before),
    since: crashFreeShare(counts),
    sessions: counts.sessions,
    trend,
  }
}

/** Beside the week before. */
export async function readSlower({ engine }: ReleaseContext, filters: Filters): Promise<TodaySlower[]> {
  const { from, to, service, environment } = filters
  const since: Period = { from: startOfHour(from), to }
  const before = timeBefore(since.from)
  const services =
    service.length > 0 ? service : (await readServices(engine)).services.map(({ name }) => name)
  const comparisons = services.map((name) => ({
    before: { service: name, release: null, period: before },
    since: { service: name, release: null, period: since },
  }))
  const rows = await latencyRegressions(engine, comparisons, environment, VITALS)
  return rows
    .flatMap((list, at) => list.map((row) => ({ ...row, service: services[at]! })))
    .toSorted((a, b) => b.since / b.before - a.since / a.before)
    .slice(0, MAX_SLOWER)
}

/** With the previous release of its service. */
export async function readNewReleases(context: ReleaseContext, filters: Filters): Promise<Today['releases']> {
  const { from, to, service, environment } = filters
  const all = await readReleases(context.engine, { service, environment })
  const started = all.filter(({ firstSeen }) => firstSeen >= from && firstSeen < to)
  const releases: TodayRelease[] = []
  const compared = compareReleases(started.slice(0, MAX_RELEASES), { all, environment })
  // One after the other: each counts the events of all issues of its service.
  for (const { release, row: previous, window } of compared) {
    const { row } = release
    releases.push({
      service: row.service,
      release: row.release,
      environment: row.environment,
      firstSeen: row.firstSeen,
      sessions: row.sessions,
      crashFreeSessions: row.crashFreeSessions,
      before: previous?.row.crashFreeSessions ?? null,
      ...(await countChanges(context, window)),
    })
  }
  return { total: started.length, releases }
}

function startOfHour(instantNs: bigint): bigint {
  return (instantNs / HOUR_NS) * HOUR_NS
}
