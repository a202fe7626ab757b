// GET /api/issues/:id
import type { Engine } from '../engine/engine.ts'
import { activityOf } from './activity.ts'
import type { Breakdown, BreakdownName, IssueAnswer } from './contract.ts'
import { latestEvent } from './event.ts'
import { readFilters, type Condition } from './filters.ts'
import { issuesOf, unknown } from './inbox.ts'
import { notesOf } from './notes.ts'
import { occurrences } from './occurrences.ts'
import type { Grouped } from './standing.ts'

const NAMES: readonly BreakdownName[] = ['release', 'environment', 'browser', 'os', 'route']

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
    notesOf(engine, ids),
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

async function breakdownsOf(engine: Engine, ids: string[], where: Condition): Promise<Record<BreakdownName, Breakdown>> {
  const rows = await engine.ask<{ name: BreakdownName; value: string; count: number }>(
    `SELECT pair.1 AS name, pair.2 AS value, count() AS count FROM
       (SELECT arrayJoin([('release', toString(Release)), ('environment', toString(Environment)), ('browser', toString(Browser)),
          ('os', toString(Os)), ('route', toString(Route))]) AS pair
        FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql})
     WHERE value != '' GROUP BY name, value ORDER BY count DESC, value LIMIT ${MAX_VALUES} BY name`,
    { ...where.parameters, ids },
  )
  const of = (name: BreakdownName): Breakdown => rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count }))
  return Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<BreakdownName, Breakdown>
}
