// An issue with its latest occurrence, notes and activity.
import { queryNumber } from '../../database/engine/engine.ts'
import { all } from '../../database/engine/condition.ts'
import { readActivity } from './changes/issue-activity.ts'
import type { QueryContext } from './query-context.ts'
import { exactInstant } from '../../database/instants.ts'
import { EXCEPTION_COLUMNS, exceptionFilter, isOfIssue } from '../../occurrences/exception-filter.ts'
import type {
  Breakdown,
  BreakdownName,
  Issue,
  IssueAnswer,
  IssueCondition,
  MergedIssue,
} from '../../../contract/issues.ts'
import { latestEvent } from './events/event.ts'
import { selectColumns, topValues } from './list/top-values.ts'
import { filters, type Filters } from '../../http/filters.ts'
import { choice } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { ISSUE_ID, issueNotFound, requireIssue } from './list/issue-rows.ts'
import { readPastChanges } from './state/issue-changes.ts'
import { countFeedback } from './state/issue-feedback.ts'
import { readTotals } from './state/issue-state.ts'
import { readNotes } from './changes/notes.ts'
import { recommendedDigest } from './events/recommended-event.ts'
import { readIssueCommits } from './suspects/issue-commits.ts'

const BREAKDOWNS = ['release', 'environment', 'browser', 'os', 'route'] as const satisfies BreakdownName[]

const NO_BREAKDOWNS = { release: [], environment: [], browser: [], os: [], route: [] }

/** Values of one breakdown: what fits beside an issue. */
const MAX_VALUES = 10

export const issuePath = path('GET /api/issues/:id', {
  summary: 'An issue with its breakdowns, latest occurrence, notes and history',
  parameters: {
    id: ISSUE_ID,
    filters: filters('30d'),
    breakdowns: choice('`false`: the breakdowns of the answer are empty.', ['true', 'false'], 'true'),
  },
  answer: 'IssueAnswer',
  async handle({ parameters }, context: QueryContext): Promise<IssueAnswer> {
    const { filters, breakdowns: wanted } = parameters
    const { merges } = context
    const id = merges.issueOf(parameters.id)
    const fingerprints = merges.fingerprintsOf(id)
    // What the store merged is no decision, and cannot be undone.
    const merged = fingerprints.slice(1).filter((fingerprint) => !merges.late.has(fingerprint))
    const [row, latest, recommended, breakdowns, notes, past, feedback] = await Promise.all([
      requireIssue(context, id, filters),
      latestEvent(context, id),
      recommendedDigest(context, fingerprints),
      wanted === 'true' ? readBreakdowns(context, fingerprints, filters) : NO_BREAKDOWNS,
      readNotes(context, fingerprints),
      readPastChanges(context.engine, id),
      countFeedback(context.engine, fingerprints),
    ])
    if (!latest) throw issueNotFound(id)
    const [condition, mergedIssues, activity, commits] = await Promise.all([
      readCondition(context, row),
      readMerged(context, merged, filters),
      readActivity(context, row, past),
      readIssueCommits(context, row, latest),
    ])
    return {
      issue: row,
      breakdowns,
      latest,
      recommended: recommended ?? latest.slim?.nearest ?? latest.digest,
      notes,
      activity,
      ...commits,
      ...(condition && { condition }),
      ...(feedback > 0 && { feedback }),
      ...(merged.length > 0 && { merged, mergedIssues }),
    }
  },
})

async function readBreakdowns(
  { engine }: QueryContext,
  fingerprints: string[],
  filters: Filters,
): Promise<Record<BreakdownName, Breakdown>> {
  const where = all([isOfIssue(fingerprints), exceptionFilter(filters)])
  const columns = Object.fromEntries(BREAKDOWNS.map((name) => [name, EXCEPTION_COLUMNS[name]]))
  const rows = selectColumns({ table: 'exceptions', columns, where })
  const { values } = await topValues(engine, { names: BREAKDOWNS, rows, limit: MAX_VALUES })
  return Object.fromEntries(values) as Record<BreakdownName, Breakdown>
}

/** Those with most events first. */
async function readMerged(
  { engine, issueCache }: QueryContext,
  fingerprints: string[],
  filters: Filters,
): Promise<MergedIssue[]> {
  if (fingerprints.length === 0) return []
  const where = all([isOfIssue(fingerprints), exceptionFilter(filters)])
  const [index, titles, counts] = await Promise.all([
    issueCache.index(fingerprints),
    issueCache.titles(fingerprints),
    engine.query<{ id: string; count: number }>(
      `SELECT IssueId AS id, count() AS count FROM exceptions WHERE ${where.sql} GROUP BY id`,
      where.parameters,
    ),
  ])
  return fingerprints
    .map((id) => ({
      id,
      service: index.range(id)?.service ?? '',
      type: titles.get(id)?.type ?? '',
      message: titles.get(id)?.message ?? '',
      count: counts.find((row) => row.id === id)?.count ?? 0,
    }))
    .toSorted((a, b) => b.count - a.count)
}

/** What ends that an issue is ignored or resolved, as far as it is not met; null: nothing does. */
async function readCondition(context: QueryContext, issue: Issue): Promise<IssueCondition | null> {
  const { id, status, service } = issue
  const change = (await context.issueCache.changes([id])).get(id)?.status
  if (change?.value !== status) return null
  const { untilAt, untilCount, untilUsers, knownReleases, release } = change.conditions
  if (status === 'resolved') {
    if (release !== undefined) return { inRelease: release }
    if (knownReleases === undefined) return null
    const releases = (await context.issueCache.releases()).sort(service, knownReleases.filter(Boolean))
    return { inNextRelease: true, after: releases.at(-1) ?? null }
  }
  if (untilAt !== undefined) return { at: exactInstant(BigInt(untilAt)) }
  if (untilCount === undefined && untilUsers === undefined) return null
  const totals = (await readTotals(context, [id])).get(id)
  if (untilCount !== undefined) {
    const events = Math.max(0, untilCount - (totals?.count ?? 0))
    return { events, soFar: await countSince(context, id, change.at) }
  }
  return { users: Math.max(0, untilUsers! - (totals?.users ?? 0)) }
}

/** Occurrences after an instant, nanoseconds since 1970 as text. */
function countSince({ engine, merges }: QueryContext, id: string, ns: string): Promise<number> {
  return queryNumber(
    engine,
    `SELECT count() AS value FROM exceptions WHERE IssueId IN {fingerprints:Array(String)}
       AND Timestamp > fromUnixTimestamp64Nano({ns:Int64})`,
    { fingerprints: merges.fingerprintsOf(id), ns },
  )
}
