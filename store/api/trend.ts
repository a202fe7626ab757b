// GET /api/trend
import type { Engine } from '../engine/engine.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from './buckets.ts'
import type { TrendAnswer } from './contract.ts'
import { all, readFilters, type Filters } from './filters.ts'
import { inbox } from './inbox.ts'
import { rfc3339 } from './instant.ts'
import { occurrences, oneOf } from './occurrences.ts'

/** Marks that a chart can carry; the newest ones stay. */
const MAX_MARKS = 50

export async function trend(engine: Engine, query: URLSearchParams): Promise<TrendAnswer> {
  const filters = readFilters(query)
  const where = occurrences(filters)
  const buckets = bucketsOf(filters)
  const issues = inbox(where)
  const [rows, [whole], releases] = await Promise.all([
    engine.ask<{ bucket: number; count: number; fresh: number }>(
      `SELECT ${BUCKET} AS bucket, count() AS count, countIf(IssueId IN (SELECT IssueId FROM (${issues.sql}) WHERE status IN ('new', 'regressed'))) AS fresh
       FROM exceptions WHERE ${where.sql} GROUP BY bucket`,
      { ...where.parameters, ...bucketParameters(buckets) },
    ),
    engine.ask<{ events: number; users: number }>(
      `SELECT count() AS events, uniqIf(UserId, UserId != '') AS users FROM exceptions WHERE ${where.sql}`,
      where.parameters,
    ),
    marks(engine, filters),
  ])
  const counted = new Map(rows.map((row) => [row.bucket, row]))
  return {
    buckets: bucketStarts(buckets).map((at, bucket) => ({
      at,
      count: counted.get(bucket)?.count ?? 0,
      fresh: counted.get(bucket)?.fresh ?? 0,
    })),
    events: whole?.events ?? 0,
    users: whole?.users ?? 0,
    releases,
  }
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
