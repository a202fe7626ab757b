// How often issues occur over time, counted in steps of one length that end at the end of a period.
import { all } from '../../../database/engine/condition.ts'
import type { Period } from '../../../http/filters.ts'
import { BUCKET, bucketParameters, type Buckets } from '../../../occurrences/buckets.ts'
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import { issuesOnLoopback } from './loopback.ts'
import { candidatesOfRule, exceptionsOfRule } from './rule-filter.ts'
import type { RuleContext } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'

/** What is counted: occurrences, or distinct users with an id. */
export type Unit = 'events' | 'users'

/** Fingerprints in one query: above, it reads all issues. ClickHouse limits the length of its text. */
const MAX_FINGERPRINTS = 1_000

/** `service`, `release`, `environment`: of the newest occurrence. */
export type IssueSteps = {
  id: string
  service: string
  release: string
  environment: string
  /** In the order of time: the number of a step, a number for the user (0: of `events`), and how many. */
  entries: Entry[]
}

type Entry = [step: number, user: number, count: number]

/** The steps that cover the period; the first one may begin before it. */
export function stepsOf({ from, to }: Period, step: bigint): Buckets {
  const count = (to - from + step - 1n) / step
  return { first: to - count * step, step, count: Number(count) }
}

/** The last step that has ended at an instant; -1: none has. */
export function stepBefore(at: bigint, { first, step }: Buckets): number {
  return Number((at - first) / step) - 1
}

type Counting = { unit: Unit; count: number; steps: Buckets }

/** Issues that may have `count` in a part of the steps: all rows of the names of the rule are counted. */
export async function candidates(
  context: RuleContext,
  rule: StoredRule,
  { unit, count, steps }: Counting,
): Promise<string[]> {
  const { fingerprints } = await context.issueCache.index()
  const selection = await context.occurrences.select(candidatesOfRule(rule, periodOf(steps)), context)
  const { counts } = await selection.countByIssue(unit, fingerprints)
  const ids: string[] = []
  for (let number = 0; number < counts.length; number++)
    if (counts[number]! >= count) ids.push(fingerprints.text(number))
  const { issueIds } = context
  return issueIds === null ? ids : ids.filter((id) => issueIds.includes(id))
}

/** Of the rows that the rule names. Issues without one are missing. */
export async function readIssueSteps(
  context: RuleContext,
  rule: StoredRule,
  { ids, unit, steps }: { ids: string[]; unit: Unit; steps: Buckets },
): Promise<IssueSteps[]> {
  if (ids.length === 0) return []
  const { engine, merges } = context
  const period = periodOf(steps)
  const fingerprints = ids.flatMap(merges.fingerprintsOf)
  const where = all([
    ...(fingerprints.length > MAX_FINGERPRINTS ? [] : [isOfIssue(fingerprints)]),
    exceptionsOfRule(rule, period),
    ...(unit === 'users' ? [{ sql: `UserId != ''`, parameters: {} }] : []),
  ])
  const rows = await engine.query<IssueSteps & { isSlim: number }>(
    `SELECT id, groupArray((step, user, events)) AS entries, argMax(source, newest) AS newestSource,
       newestSource.1 AS service, newestSource.2 AS release, newestSource.3 AS environment,
       max(slim) AS isSlim
     FROM (
       SELECT ${merges.idColumn.sql} AS id, ${BUCKET} AS step, ${USER[unit]} AS user, count() AS events,
         max(Timestamp) AS newest, max(IsSlim) AS slim,
         argMax((toString(ServiceName), toString(Release), toString(Environment)), Timestamp) AS source
       FROM exceptions WHERE ${where.sql} GROUP BY id, step, user)
     GROUP BY id`,
    { ...where.parameters, ...merges.idColumn.parameters, ...bucketParameters(steps) },
  )
  const slim = rows.filter(({ isSlim }) => isSlim === 1).map(({ id }) => id)
  const local = await issuesOnLoopback(context, rule, { ids: slim, period })
  const wanted = new Set(ids)
  return rows
    .filter(({ id }) => wanted.has(id) && !local.has(id))
    .map(({ isSlim: _isSlim, ...row }) => ({ ...row, entries: row.entries.toSorted(([a], [b]) => a - b) }))
}

/** 53 bits are exact in JSON. */
const USER: Record<Unit, string> = { events: '0', users: 'bitShiftRight(cityHash64(UserId), 11)' }

/** Of each step: how many in this step and the ones before it, `width` in all. A user counts once. */
export function slidingCounts(entries: Entry[], width: number, unit: Unit, length: number): Int32Array {
  const changes = new Int32Array(length + width + 1)
  const ends = new Map<number, number>()
  for (const [step, user, count] of entries) {
    const end = unit === 'users' ? ends.get(user) : undefined
    if (end !== undefined && end > step) changes[end]! += 1
    const size = unit === 'users' ? 1 : count
    if (end === undefined || end <= step) changes[step]! += size
    changes[step + width]! -= size
    ends.set(user, step + width)
  }
  for (let step = 1; step < length; step++) changes[step]! += changes[step - 1]!
  return changes.subarray(0, length)
}

function periodOf({ first, step, count }: Buckets): Period {
  return { from: first, to: first + BigInt(count) * step }
}
