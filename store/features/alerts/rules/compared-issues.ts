// Issues that a rule may match, with what a message says about them.
import { all, between } from '../../../database/engine/condition.ts'
import { DAY_NS, greatest } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import { issueStates, type IssueState } from '../../issues/index.ts'
import { ofIssues } from './issue-steps.ts'
import { issuesOnLoopback } from './loopback.ts'
import { exceptionsOfRule } from './rule-filter.ts'
import type { RuleContext } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'

/**
 * `release`, `environment`: of the newest occurrence that the rule names, in the last day; else empty.
 */
export type ComparedIssue = {
  id: string
  service: string
  release: string
  environment: string
  state: IssueState
}

type Row = Omit<ComparedIssue, 'state'> & { isSlim: number }

const NO_NAMES = { release: '', environment: '' }

/** Without issues that are ignored, or occur on a developer's machine only. */
export async function comparedIssues(
  context: RuleContext,
  rule: StoredRule,
  { ids, period }: { ids: string[]; period: Period },
): Promise<ComparedIssue[]> {
  if (ids.length === 0) return []
  const { engine, merges } = context
  const ofIds = ofIssues(ids.flatMap(merges.fingerprintsOf))
  const recent = { from: greatest(period.from, period.to - DAY_NS), to: period.to }
  const where = all([...ofIds, exceptionsOfRule(rule, recent)])
  const isSlim = all([
    ...ofIds,
    between({ ...period, to: recent.from }),
    { sql: 'IsSlim = 1', parameters: {} },
  ])
  const [states, rows, slim] = await Promise.all([
    issueStates(context, ids),
    engine.query<Row>(
      `SELECT ${merges.idColumn.sql} AS id, argMax(ServiceName, Timestamp) AS service,
         argMax(Release, Timestamp) AS release, argMax(Environment, Timestamp) AS environment,
         max(IsSlim) AS isSlim
       FROM exceptions WHERE ${where.sql} GROUP BY id`,
      { ...where.parameters, ...merges.idColumn.parameters },
    ),
    recent.from > period.from
      ? engine.query<{ id: string }>(
          `SELECT DISTINCT ${merges.idColumn.sql} AS id FROM exceptions WHERE ${isSlim.sql}`,
          { ...isSlim.parameters, ...merges.idColumn.parameters },
        )
      : [],
  ])
  const wanted = new Set(ids)
  const slimIds = [...slim, ...rows.filter((row) => row.isSlim === 1)].map(({ id }) => id)
  const local = await issuesOnLoopback(context, rule, {
    ids: [...new Set(slimIds)].filter((id) => wanted.has(id)),
    period,
  })
  const newest = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const state = states.get(id)
    if (!state || state.status === 'ignored' || local.has(id)) return []
    const { service, release, environment } = newest.get(id) ?? { ...NO_NAMES, service: state.service }
    return [{ id, service, release, environment, state }]
  })
}
