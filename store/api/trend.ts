// GET /api/trend
import type { Engine } from '../engine/engine.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from './buckets.ts'
import type { IssueStatus, TrendAnswer } from './contract.ts'
import { all, readFilters, type Filters } from './filters.ts'
import { rfc3339 } from './instant.ts'
import { occurrences, oneOf } from './occurrences.ts'
import { standings, type Grouped } from './standing.ts'

/** Marks that a chart can carry; the newest ones stay. */
const MAX_MARKS = 50

/** Statuses whose occurrences a chart sets apart. */
const FRESH = new Set<IssueStatus>(['new', 'regressed'])

export async function trend(grouped: Grouped, query: URLSearchParams): Promise<TrendAnswer> {
  const { engine, merges } = grouped
  const filters = readFilters(query)
  const where = occurrences(filters)
  const buckets = bucketsOf(filters)
  const [rows, [whole], known, releases] = await Promise.all([
    engine.ask<{ id: string; counts: number[] }>(
      `SELECT IssueId AS id, countResample(0, ${buckets.count}, 1)(${BUCKET}) AS counts FROM exceptions WHERE ${where.sql} GROUP BY id`,
      { ...where.parameters, ...bucketParameters(buckets) },
    ),
    engine.ask<{ events: number; users: number }>(
      `SELECT count() AS events, uniqIf(UserId, UserId != '') AS users FROM exceptions WHERE ${where.sql}`,
      where.parameters,
    ),
    standings(grouped),
    marks(engine, filters),
  ])
  const drawn = bucketStarts(buckets).map((at) => ({ at, count: 0, fresh: 0 }))
  for (const { id, counts } of rows) {
    const isFresh = FRESH.has(known.get(merges.issueOf(id))?.status ?? 'ongoing')
    for (const [at, bucket] of drawn.entries()) {
      bucket.count += counts[at] ?? 0
      if (isFresh) bucket.fresh += counts[at] ?? 0
    }
  }
  return { buckets: drawn, events: whole?.events ?? 0, users: whole?.users ?? 0, releases }
}

async function marks(engine: Engine, filters: Filters): Promise<TrendAnswer['releases']> {
  const where = all([
    { sql: `Release != ''`, parameters: {} },
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
  ])
  const rows = await engine.ask<{ at: string; service: string; release: string }>(
    `SELECT toString(first) AS at, service, release FROM
       (SELECT min(FirstSeen) AS first, ServiceName AS service, Release AS release FROM releases WHERE ${where.sql} GROUP BY service, release)
     WHERE first >= fromUnixTimestamp64Nano({from:Int64}) AND first < fromUnixTimestamp64Nano({to:Int64}) ORDER BY first DESC LIMIT ${MAX_MARKS}`,
    { ...where.parameters, from: String(filters.from), to: String(filters.to) },
  )
  return rows.map((row) => ({ ...row, at: rfc3339(row.at) })).toReversed()
}
