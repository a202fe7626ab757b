// GET /api/releases
import type { Engine } from '../engine/engine.ts'
import type { ReleaseRow, ReleasesAnswer } from './contract.ts'
import { all, oneOf } from '../engine/condition.ts'
import { readFilters } from './http/filters.ts'
import { rfc3339 } from '../rfc3339.ts'

type ReleaseCounts = Omit<ReleaseRow, 'crashFreeSessions'> & { crashed: number }

/** Releases with events in the range, the newest first. */
export async function releases(engine: Engine, query: URLSearchParams): Promise<ReleasesAnswer> {
  const filters = readFilters(query, '30d')
  const where = all([
    { sql: `Release != ''`, parameters: {} },
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
  ])
  const rows = await engine.query<ReleaseCounts>(
    `SELECT service, release, environment, toString(first) AS firstSeen, toString(last) AS lastSeen,
       exceptions, sessions, crashed FROM
       (SELECT ServiceName AS service, Release AS release, Environment AS environment,
          min(FirstSeen) AS first, max(LastSeen) AS last, sum(Exceptions) AS exceptions,
          uniqCombinedMerge(14)(Sessions) AS sessions,
          uniqCombinedMerge(14)(CrashedSessions) AS crashed
        FROM releases WHERE ${where.sql} GROUP BY service, release, environment)
     WHERE last >= fromUnixTimestamp64Nano({from:Int64}) AND first < fromUnixTimestamp64Nano({to:Int64})
     ORDER BY first DESC, service, release LIMIT {limit:UInt32}`,
    { ...where.parameters, from: String(filters.from), to: String(filters.to), limit: filters.limit },
  )
  return {
    releases: rows.map(({ crashed, ...row }) => ({
      ...row,
      firstSeen: rfc3339(row.firstSeen),
      lastSeen: rfc3339(row.lastSeen),
      crashFreeSessions: row.sessions === 0 ? null : Math.max(0, 1 - crashed / row.sessions),
    })),
  }
}
