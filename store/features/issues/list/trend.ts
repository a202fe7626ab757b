// Occurrences over time: the chart above the issue list.
import { all, between, named } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { nextTurn } from '../../../../server/event-loop.ts'
import { withIssueTerms } from '../state/issue-terms.ts'
import { allIssueStates, isNew, type IssueStates } from '../state/issue-state.ts'
import type { QueryContext } from '../query-context.ts'
import { bucketsOf, bucketStarts, type Buckets } from '../../../occurrences/buckets.ts'
import type { FingerprintSet, IssueMerges, Trend } from '../../../occurrences/occurrences.ts'
import { rfc3339 } from '../../../database/instants.ts'
import type { IssueStatus, TrendAnswer } from '../../../../contract/issues.ts'
import { filters, type Filters } from '../../../http/filters.ts'
import { path } from '../../../http/path.ts'

/** Release marks of one chart, the newest: more would overlap. */
const MAX_RELEASES = 50

/** Issues whose occurrences the chart highlights, as `fresh`. */
const FRESH = new Set<IssueStatus>(['new', 'regressed'])

export const trendPath = path('GET /api/trend', {
  summary: 'Occurrences over time, with releases',
  parameters: { filters: filters() },
  answer: 'TrendAnswer',
  async handle({ parameters }, context: QueryContext): Promise<TrendAnswer> {
    const filters = withIssueTerms(context, parameters.filters)
    const buckets = bucketsOf(filters)
    const [{ events, users, counts, highlighted }, releases] = await Promise.all([
      countTrend(context, filters, buckets),
      readReleases(context.engine, filters),
    ])
    const rows = bucketStarts(buckets).map((at, bucket) => ({
      at,
      count: counts[bucket] ?? 0,
      fresh: highlighted[bucket] ?? 0,
    }))
    return { buckets: rows, events, users, releases }
  },
})

async function countTrend(context: QueryContext, filters: Filters, buckets: Buckets): Promise<Trend> {
  const selection = await context.occurrences.select(filters, context)
  const states = await allIssueStates(context)
  await nextTurn()
  return selection.trend(buckets, freshFingerprints(states, context.merges))
}

function freshFingerprints(states: IssueStates, merges: IssueMerges): FingerprintSet {
  const { fingerprints } = states.index
  const flags = new Uint8Array(fingerprints.size)
  for (let number = 0; number < flags.length; number++) flags[number] = Number(isNew(states, number))
  for (const { id, status } of states.special.values())
    for (const number of fingerprints.findTexts(merges.fingerprintsOf(id)))
      flags[number] = Number(FRESH.has(status))
  return { fingerprints, flags }
}

/** Releases whose first occurrence is in the range, the oldest first. */
async function readReleases(engine: Engine, filters: Filters): Promise<TrendAnswer['releases']> {
  const { service, environment } = filters
  const where = all([{ sql: `Release != ''`, parameters: {} }, ...named({ service, environment })])
  const inRange = between(filters, 'first')
  const rows = await engine.query<TrendAnswer['releases'][number]>(
    `SELECT toString(first) AS at, service, release
     FROM (SELECT min(FirstSeen) AS first, ServiceName AS service, Release AS release
       FROM releases WHERE ${where.sql} GROUP BY service, release)
     WHERE ${inRange.sql} ORDER BY first DESC LIMIT ${MAX_RELEASES}`,
    { ...where.parameters, ...inRange.parameters },
  )
  return rows.map((row) => ({ ...row, at: rfc3339(row.at) })).toReversed()
}
