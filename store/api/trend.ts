// GET /api/trend
import type { Engine } from '../engine/engine.ts'
import { countEach, NONE, trendOfEach, usersOfEach } from '../occurrences/memory/aggregate.ts'
import type { Selection } from '../occurrences/memory/selection.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from '../occurrences/buckets.ts'
import type { IssueStatus, TrendAnswer } from './contract.ts'
import { all, readFilters, type Filters } from './http/filters.ts'
import { rfc3339 } from '../rfc3339.ts'
import { occurrences, oneOf } from '../occurrences/exception-filter.ts'
import { groupsOf, sightings } from './sightings.ts'
import { standings, type Grouped } from '../issues/issue-state.ts'

/** Marks that a chart can carry; the newest ones stay. */
const MAX_MARKS = 50

/** Statuses whose occurrences a chart sets apart. */
const FRESH = new Set<IssueStatus>(['new', 'regressed'])

/** Issues that one question names: the engine bounds its text. */
const MOST_NAMED = 1_000

export async function trend(grouped: Grouped, query: URLSearchParams): Promise<TrendAnswer> {
  const filters = readFilters(query)
  const marked = marks(grouped.engine, filters)
  // Awaited last: should it fail before, that is told then.
  marked.catch(() => {})
  const [known, seen] = await Promise.all([standings(grouped), sightings(grouped, filters)])
  const fresh = [...known.values()].filter(({ status }) => FRESH.has(status)).map(({ id }) => id)
  const {
    events,
    users,
    counts,
    fresh: ofFresh,
  } = seen ? countsIn(grouped, seen, filters, fresh) : await allCounts(grouped, filters, fresh)
  const drawn = bucketStarts(bucketsOf(filters)).map((at, bucket) => ({
    at,
    count: counts[bucket] ?? 0,
    fresh: ofFresh[bucket] ?? 0,
  }))
  return { buckets: drawn, events, users, releases: await marked }
}

function countsIn(grouped: Grouped, seen: Selection, filters: Filters, fresh: string[]): Counts {
  const buckets = bucketsOf(filters)
  const each = groupsOf(seen, grouped, fresh).of
  const all = { of: new Int32Array(each.length), count: 1 }
  const ofFresh = { of: each.map((group) => (group === NONE ? NONE : 0)), count: 1 }
  return {
    events: countEach(seen, all)[0]!,
    users: usersOfEach(seen, all)[0]!,
    counts: trendOfEach(seen, all, buckets)[0]!,
    fresh: trendOfEach(seen, ofFresh, buckets)[0]!,
  }
}

async function allCounts({ engine, merges }: Grouped, filters: Filters, fresh: string[]): Promise<Counts> {
  const fingerprints = fresh.flatMap(merges.fingerprintsOf)
  const [all, ...more] = await Promise.all([
    countsOf(engine, filters, fingerprints.slice(0, MOST_NAMED)),
    ...slicesOf(fingerprints, MOST_NAMED).map((ids) => countsOf(engine, filters, ids)),
  ])
  const ofFresh = all.fresh.map((count, bucket) =>
    more.reduce((sum, slice) => sum + (slice.fresh[bucket] ?? 0), count),
  )
  return { ...all, fresh: ofFresh }
}

/** What comes after the first `length`, in pieces of that length. */
function slicesOf(ids: string[], length: number): string[][] {
  return Array.from({ length: Math.max(0, Math.ceil(ids.length / length) - 1) }, (_, at) =>
    ids.slice((at + 1) * length, (at + 2) * length),
  )
}

type Counts = { events: number; users: number; counts: number[]; fresh: number[] }

/** `fresh`: what happened to the issues of these names, per bucket. */
async function countsOf(engine: Engine, filters: Filters, fresh: string[]): Promise<Counts> {
  const where = occurrences(filters)
  const buckets = bucketsOf(filters)
  const resampled = `Resample(0, ${buckets.count}, 1)`
  const [row] = await engine.ask<Counts>(
    `SELECT count() AS events, uniqIf(UserId, UserId != '') AS users, count${resampled}(${BUCKET}) AS counts,
       countIf${resampled}(IssueId IN {fresh:Array(String)}, ${BUCKET}) AS fresh
     FROM exceptions WHERE ${where.sql}`,
    { ...where.parameters, ...bucketParameters(buckets), fresh },
  )
  return row ?? { events: 0, users: 0, counts: [], fresh: [] }
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
