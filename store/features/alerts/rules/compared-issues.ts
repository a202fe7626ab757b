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
 * `slimAt`: the newest occurrence without an address because of FULL_EVENTS_PER_HOUR, in nanoseconds since
 * 1970; 0: none.
 */
export type ComparedIssue = {
  id: string
  service: string
  release: string
  environment: string
  state: IssueState
  slimAt: bigint
}

type Row = Omit<ComparedIssue, 'state' | 'slimAt'> & { slimAt: string }

const NEWEST_SLIM = 'toString(toUnixTimestamp64Nano(maxIf(Timestamp, IsSlim = 1)))'

const NO_NAMES = { release: '', environment: '' }

/** Without issues that are ignored. */
export async function describeIssues(
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
         ${NEWEST_SLIM} AS slimAt
       FROM exceptions WHERE ${where.sql} GROUP BY id`,
      { ...where.parameters, ...merges.idColumn.parameters },
    ),
    recent.from > period.from
      ? engine.query<Pick<Row, 'id' | 'slimAt'>>(
          `SELECT ${merges.idColumn.sql} AS id, ${NEWEST_SLIM} AS slimAt
           FROM exceptions WHERE ${isSlim.sql} GROUP BY id`,
          { ...isSlim.parameters, ...merges.idColumn.parameters },
        )
      : [],
  ])
  const newest = new Map(rows.map((row) => [row.id, row]))
  const older = new Map(slim.map(({ id, slimAt }) => [id, slimAt]))
  return ids.flatMap((id) => {
    const state = states.get(id)
    if (!state || state.status === 'ignored') return []
    const row = newest.get(id)
    const { service, release, environment } = row ?? { ...NO_NAMES, service: state.service }
    const slimAt = greatest(BigInt(row?.slimAt ?? 0), BigInt(older.get(id) ?? 0))
    return [{ id, service, release, environment, state, slimAt }]
  })
}

/** Without those that occur on a developer's machine only, in the period. */
export async function withoutLoopback(
  context: RuleContext,
  rule: StoredRule,
  { issues, period }: { issues: ComparedIssue[]; period: Period },
): Promise<ComparedIssue[]> {
  const slim = issues.filter(({ slimAt }) => slimAt > 0n && slimAt >= period.from)
  const local = await issuesOnLoopback(context, rule, { ids: slim.map(({ id }) => id), period })
  return issues.filter(({ id }) => !local.has(id))
}
