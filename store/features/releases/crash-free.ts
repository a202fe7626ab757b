// Crash-free sessions over time: of services, around the deploy of a release, and how much a release is used.
import { all, between, named } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { CrashFreePoint, ReleaseRow } from '../../../contract/releases.ts'
import type { Filters } from '../../http/filters.ts'
import { instantOfSeconds, stepOf, trendSeconds } from '../../http/trend-steps.ts'

/** Services with a line of their own: as many as the console has colours. */
const MAX_LINES = 8

/** Releases that have sent a session in the last hours. */
const MAX_RELEASES = 2_000

const [HOUR, AROUND] = [3_600, 24 * 3_600]

/** Known by their ids, and counted by servers. */
const TOTAL = 'uniqCombinedMerge(12)(Sessions) + sum(SessionCount)'
const SESSIONS = `${TOTAL} AS sessions,
  uniqCombinedMerge(12)(CrashedSessions) + sum(CrashedSessionCount) AS crashed`

type Counts = { sessions: number; crashed: number }
type Around = Required<Pick<ReleaseRow, 'around' | 'shareOfNow'>>

/** Null: there are no sessions. Estimates of many sessions may have more crashed ones than sessions. */
export function crashFreeShare({ sessions, crashed }: Counts): number | null {
  return sessions === 0 ? null : Math.max(0, 1 - crashed / sessions)
}

/** Of the hours that begin in the period; null: there are no sessions. */
export async function crashFreeIn(engine: Engine, filters: Filters): Promise<number | null> {
  return crashFreeShare(await countSessions(engine, filters))
}

/** Of the hours that begin in the period. */
export async function countSessions(engine: Engine, filters: Filters): Promise<Counts> {
  const { sql, parameters } = all([between(filters, 'Hour'), ...named(filters)])
  const [counts] = await engine.query<Counts>(`SELECT ${SESSIONS} FROM sessions WHERE ${sql}`, parameters)
  return counts!
}

/** One line per service, of those with most sessions. */
export async function crashFreeTrend(engine: Engine, filters: Filters): Promise<CrashFreePoint[]> {
  const { sql, parameters } = all([between(filters, 'Hour'), ...named(filters)])
  const services = `SELECT ServiceName FROM sessions WHERE ${sql} GROUP BY ServiceName
    ORDER BY ${TOTAL} DESC, ServiceName LIMIT ${MAX_LINES}`
  const rows = await engine.query<Counts & { service: string; at: number }>(
    `SELECT ServiceName AS service, ${stepOf('Hour')} AS at, ${SESSIONS} FROM sessions
     WHERE ${sql} AND ServiceName IN (${services})
     GROUP BY service, at HAVING sessions > 0 ORDER BY service, at`,
    { ...parameters, step: trendSeconds(filters, 'fine') },
  )
  return rows.map(({ service, at, ...counts }) => ({
    service,
    at: instantOfSeconds(at),
    sessions: counts.sessions,
    crashFreeSessions: crashFreeShare(counts)!,
  }))
}

/** `environments`: of rows that are of all of these (empty: of any); null: a row has one environment. */
type Scope = { now: number; environments: string[] | null }

/** The releases with the hours around their first event, and their share of the sessions of this time. */
export async function withSessions(engine: Engine, rows: ReleaseRow[], scope: Scope): Promise<ReleaseRow[]> {
  if (rows.length === 0) return []
  const { now, environments } = scope
  const keys = environments === null ? rows : rows.map((row) => ({ ...row, environment: '' }))
  const [hours, current] = await Promise.all([
    readHours(engine, keys, environments),
    readCurrent(engine, keys, scope),
  ])
  return rows.map((row, at) => ({ ...row, ...around(keys[at]!, { hours, current, now }) }))
}

type Stored = { hours: Map<string, Counts>; current: Map<string, number>; now: number }

function around(row: ReleaseRow, { hours, current, now }: Stored): Around {
  const start = hourOf(row.firstSeen) - AROUND
  const end = Math.min(start + 2 * AROUND, Math.floor(now / 1000))
  const shares: (number | null)[] = []
  for (let hour = start; hour <= end; hour += HOUR) {
    const counts = hours.get(keyOf(row.service, row.environment, hour))
    const share = counts ? crashFreeShare(counts) : null
    shares.push(share === null ? null : Number(share.toFixed(4)))
  }
  const total = current.get(keyOf(row.service, row.environment)) ?? 0
  const own = current.get(keyOf(row.service, row.environment, row.release)) ?? 0
  return { around: shares, shareOfNow: total === 0 ? null : own / total }
}

/** The hours around the releases, by service, environment and seconds since 1970. */
async function readHours(
  engine: Engine,
  rows: ReleaseRow[],
  environments: string[] | null,
): Promise<Map<string, Counts>> {
  const where = all(named({ environment: environments ?? [] }))
  // The hours of a release: a set of some thousand keys is faster than a comparison with each release.
  const around = `SELECT release.1, release.2, arrayJoin(range(
      toUInt32(release.3 - ${AROUND}), toUInt32(release.3 + ${AROUND} + 1), ${HOUR})) FROM
    (SELECT arrayJoin(arrayZip({services:Array(String)}, {environments:Array(String)},
      {starts:Array(UInt32)})) AS release)`
  const stored = await engine.query<Counts & { service: string; environment: string; hour: number }>(
    `SELECT ServiceName AS service, ${environmentOf(environments)} AS environment,
       toUnixTimestamp(Hour) AS hour, ${SESSIONS}
     FROM sessions WHERE (ServiceName, environment, toUnixTimestamp(Hour)) IN (${around}) AND ${where.sql}
     GROUP BY service, environment, hour`,
    {
      ...where.parameters,
      services: rows.map(({ service }) => service),
      environments: rows.map(({ environment }) => environment),
      starts: rows.map(({ firstSeen }) => hourOf(firstSeen)),
    },
  )
  return new Map(
    stored.map(({ service, environment, hour, ...counts }) => [keyOf(service, environment, hour), counts]),
  )
}

/** Sessions in this hour and the one before: of each release, and of all of a service and environment. */
async function readCurrent(
  engine: Engine,
  rows: ReleaseRow[],
  { now, environments }: Scope,
): Promise<Map<string, number>> {
  const since = Math.floor(now / 1000 / HOUR - 1) * HOUR
  const where = all([
    { sql: 'Hour >= toDateTime({since:UInt32})', parameters: { since } },
    ...named({
      service: [...new Set(rows.map(({ service }) => service))],
      environment: environments ?? [],
    }),
  ])
  const stored = await engine.query<{
    service: string
    environment: string
    release: string
    sessions: number
  }>(
    `SELECT ServiceName AS service, ${environmentOf(environments)} AS environment, Release AS release,
       ${TOTAL} AS sessions
     FROM sessions WHERE ${where.sql} GROUP BY service, environment, release
     ORDER BY sessions DESC LIMIT ${MAX_RELEASES}`,
    where.parameters,
  )
  const counts = new Map<string, number>()
  for (const { service, environment, release, sessions } of stored)
    for (const key of [keyOf(service, environment), keyOf(service, environment, release)])
      counts.set(key, (counts.get(key) ?? 0) + sessions)
  return counts
}

/** The environment of a row; empty where rows are of several. */
function environmentOf(environments: string[] | null): string {
  return environments === null ? 'toString(Environment)' : `''`
}

/** Seconds since 1970. */
function hourOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000 / HOUR) * HOUR
}

function keyOf(...parts: (string | number)[]): string {
  return JSON.stringify(parts)
}
