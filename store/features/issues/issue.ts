// GET /api/issues/:id
import { all } from '../../database/engine/condition.ts'
import { readActivity } from './issue-activity.ts'
import { readCondition } from './issue-condition.ts'
import type { QueryContext } from './query-context.ts'
import { exceptionFilter } from '../../occurrences/exception-filter.ts'
import type { Breakdown, BreakdownName, IssueAnswer } from '../../../contract/issues.ts'
import { latestEvent } from './event.ts'
import { selectColumns, topValues } from './top-values.ts'
import { readFilters, type Filters } from '../../http/filters.ts'
import { issueNotFound, requireIssue } from './require-issue.ts'
import { readNotes } from './notes.ts'

const BREAKDOWNS: Record<BreakdownName, string> = {
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  os: 'Os',
  route: 'Route',
}

/** Values of one breakdown: what fits beside an issue. */
const MAX_VALUES = 10

/** Without a range: the last 30 days. */
export async function issue(
  context: QueryContext,
  query: URLSearchParams,
  issueId: string,
): Promise<IssueAnswer> {
  const { merges } = context
  const id = merges.issueOf(issueId)
  const fingerprints = merges.fingerprintsOf(id)
  const filters = readFilters(query, '30d')
  const [row, latest, breakdowns, notes] = await Promise.all([
    requireIssue(context, id, filters),
    latestEvent(context, id),
    readBreakdowns(context, fingerprints, filters),
    readNotes(context, fingerprints),
  ])
  if (!latest) throw issueNotFound(id)
  const condition = await readCondition(context, row)
  return {
    issue: row,
    breakdowns,
    latest,
    notes,
    activity: await readActivity(context, row),
    ...(condition && { condition }),
    ...(fingerprints.length > 1 && { merged: fingerprints.slice(1) }),
  }
}

async function readBreakdowns(
  { engine }: QueryContext,
  fingerprints: string[],
  filters: Filters,
): Promise<Record<BreakdownName, Breakdown>> {
  const where = all([
    { sql: 'IssueId IN {fingerprints:Array(String)}', parameters: { fingerprints } },
    exceptionFilter(filters),
  ])
  const rows = selectColumns({ table: 'exceptions', columns: BREAKDOWNS, where })
  const { values } = await topValues(engine, { names: Object.keys(BREAKDOWNS), rows, limit: MAX_VALUES })
  return Object.fromEntries(values) as Record<BreakdownName, Breakdown>
}
