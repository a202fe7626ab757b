// What happened since an instant: one answer for the console's screen and for the digest.
import type { Today, TodayCrashFree, TodaySlower } from '../../../contract/today.ts'
import { HttpError } from '../../../server/http-error.ts'
import { DAY_NS, exactInstant, greatest, HOUR_NS, least, nowNs } from '../../database/instants.ts'
import { filtersOf, NAMES, type Filters, type Period } from '../../http/filters.ts'
import { instant, text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { bucketsOf } from '../../occurrences/buckets.ts'
import { FingerprintTable } from '../../occurrences/fingerprint-table.ts'
import { countSessions, crashFreeShare, crashFreeTrend, latencyRegressions } from '../releases/index.ts'
import type { ReleaseContext } from '../releases/index.ts'
import { readServices } from '../search/index.ts'
import { readDelivery } from '../status/index.ts'
import { readChangedIssues } from './changed-issues.ts'
import { readNewReleases } from './new-releases.ts'

const WEEK_NS = 7n * DAY_NS

/** Fewer sessions are left to chance. */
const MIN_SESSIONS = 20

/** Vitals that people notice, and that do not follow from another one. */
const VITALS = ['LCP', 'INP']
const MAX_SLOWER = 6

export const todayPath = path('GET /api/today', {
  summary: 'What happened since an instant',
  parameters: {
    since: instant('Default: 24 hours ago.'),
    service: NAMES.service,
    environment: NAMES.environment,
    assignee: text('The name of a person, for `assigned`.'),
  },
  answer: 'Today',
  async handle({ parameters: { since, ...names } }, context: ReleaseContext): Promise<Today> {
    const until = nowNs()
    const start = since ?? until - DAY_NS
    if (start >= until) throw new HttpError(400, 'since must be in the past.')
    return readToday(context, { ...names, since: start, until })
  },
})

/** Nanoseconds since 1970. `service`, `environment`: any; empty: all. `assignee`: empty for nobody. */
export type TodayRequest = {
  since: bigint
  until: bigint
  service: string[]
  environment: string[]
  assignee: string
}

export async function readToday(context: ReleaseContext, request: TodayRequest): Promise<Today> {
  const { since, until, service, environment, assignee } = request
  const { engine } = context
  const filters = filtersOf({ from: since, to: until }, { service, environment })
  const selection = await context.occurrences.select(filters, context)
  const nothing = { fingerprints: new FingerprintTable(), flags: new Uint8Array(0) }
  const before = filtersOf({ from: since - WEEK_NS, to: since }, { service, environment })
  const [issues, { events, users }, crashFree, releases, slower, now, usual] = await Promise.all([
    readChangedIssues(context, selection, { filters, assignee }),
    selection.trend(bucketsOf(filters), nothing),
    readCrashFree(context, filters),
    readNewReleases(context, filters),
    readSlower(context, filters),
    readDelivery(engine, filters),
    readDelivery(engine, before),
  ])
  return {
    since: exactInstant(since),
    until: exactInstant(until),
    events,
    users,
    crashFree,
    ...issues,
    releases,
    slower,
    delivery: { now, usual },
  }
}

/** Of full hours: sessions are counted by the hour. */
async function readCrashFree({ engine }: ReleaseContext, filters: Filters): Promise<TodayCrashFree> {
  const since = { ...filters, from: startOfHour(filters.from) }
  const length = least(greatest(filters.to - filters.from, DAY_NS), WEEK_NS)
  const [before, counts, trend] = await Promise.all([
    countSessions(engine, { ...filters, from: since.from - length, to: since.from }),
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
async function readSlower({ engine }: ReleaseContext, filters: Filters): Promise<TodaySlower[]> {
  const { from, to, service, environment } = filters
  const since: Period = { from: startOfHour(from), to }
  const before: Period = { from: since.from - WEEK_NS, to: since.from }
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

function startOfHour(instantNs: bigint): bigint {
  return (instantNs / HOUR_NS) * HOUR_NS
}
