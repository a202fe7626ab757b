// GET /api/issues/:id
import type { Engine } from '../engine/engine.ts'
import { activityOf } from '../issues/issue-activity.ts'
import type { Breakdown, BreakdownName, IssueAnswer } from './contract.ts'
import { latestEvent } from './event.ts'
import { readFilters, type Condition } from './http/filters.ts'
import { countEach, rowsOf } from './frequency.ts'
import { issuesOf, unknown } from '../issues/issue-rows.ts'
import { notesOf } from './notes.ts'
import { occurrences } from '../occurrences/exception-filter.ts'
import type { Grouped } from '../issues/issue-state.ts'

const BREAKDOWNS: Record<BreakdownName, string> = {
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  os: 'Os',
  route: 'Route',
}

/** Values of one breakdown: what fits beside an issue. */
const MAX_VALUES = 10

export async function issue(grouped: Grouped, query: URLSearchParams, given: string): Promise<IssueAnswer> {
  const { engine, merges } = grouped
  const id = merges.issueOf(given)
  const ids = merges.fingerprintsOf(id)
  const filters = readFilters(query, '30d')
  const where = occurrences(filters)
  const [found, latest, breakdowns, notes] = await Promise.all([
    issuesOf(grouped, [id], filters),
    latestEvent(grouped, id),
    breakdownsOf(engine, ids, where),
    notesOf(grouped, ids),
  ])
  const [header] = found
  if (!header || !latest) throw unknown(id)
  return {
    issue: header,
    breakdowns,
    latest,
    notes,
    activity: await activityOf(grouped, header),
    ...(ids.length > 1 && { merged: ids.slice(1) }),
  }
}

async function breakdownsOf(
  engine: Engine,
  ids: string[],
  where: Condition,
): Promise<Record<BreakdownName, Breakdown>> {
  const ofIssue = {
    sql: `IssueId IN {ids:Array(String)} AND ${where.sql}`,
    parameters: { ...where.parameters, ids },
  }
  const rows = rowsOf('exceptions', BREAKDOWNS, ofIssue)
  return Object.fromEntries(await countEach(engine, Object.keys(BREAKDOWNS), rows, MAX_VALUES)) as Record<
    BreakdownName,
    Breakdown
  >
}
