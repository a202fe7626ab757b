// Sessions of releases as they were known at each hour: the numbers of all hours until then.
import type { Condition } from '../../database/engine/condition.ts'
import { all, between } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Period } from '../../http/filters.ts'

/** `hour`: seconds since 1970. */
export type SessionHour = { hour: number; sessions: number; crashed: number }

/** `firstSeen`: nanoseconds since 1970, of any time. `hours`: in their order; some are missing. */
export type ReleaseSessions = { service: string; release: string; firstSeen: bigint; hours: SessionHour[] }

type Hours = { service: string; release: string; hours: [hour: number, sessions: number, crashed: number][] }

/**
 * Of the hours that begin in the period, those first seen first. `names`: a condition over ServiceName,
 * Environment and Release.
 */
export async function releaseSessions(
  engine: Engine,
  period: Period,
  names: Condition,
): Promise<ReleaseSessions[]> {
  const where = all([between(period, 'Hour'), names, { sql: `Release != ''`, parameters: {} }])
  const [releases, rows] = await Promise.all([
    engine.query<{ service: string; release: string; first: string }>(
      `SELECT ServiceName AS service, Release AS release,
         toString(toUnixTimestamp64Nano(min(FirstSeen) AS firstSeen)) AS first
       FROM releases WHERE ${names.sql} AND Release != ''
       GROUP BY service, release HAVING max(LastSeen) >= fromUnixTimestamp64Nano({from:Int64})
       ORDER BY firstSeen, service, release`,
      where.parameters,
    ),
    engine.query<Hours>(
      `SELECT service, release, groupArray((hour, sessions, crashed)) AS hours FROM (
         SELECT ServiceName AS service, Release AS release, toUnixTimestamp(Hour) AS hour,
           uniqCombinedMerge(12)(Sessions) OVER past + sum(SessionCount) OVER past AS sessions,
           uniqCombinedMerge(12)(CrashedSessions) OVER past + sum(CrashedSessionCount) OVER past AS crashed
         FROM sessions WHERE ${where.sql}
         WINDOW past AS (PARTITION BY ServiceName, Release ORDER BY Hour
           RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
         ORDER BY hour LIMIT 1 BY service, release, hour)
       GROUP BY service, release`,
      where.parameters,
    ),
  ])
  const hours = new Map(rows.map((row) => [JSON.stringify([row.service, row.release]), row.hours]))
  return releases.map(({ first, ...names }) => ({
    ...names,
    firstSeen: BigInt(first),
    hours: (hours.get(JSON.stringify([names.service, names.release])) ?? [])
      .map(([hour, sessions, crashed]) => ({ hour, sessions, crashed }))
      .toSorted((a, b) => a.hour - b.hour),
  }))
}
