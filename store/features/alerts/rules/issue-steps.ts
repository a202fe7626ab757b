// How often issues occur over time, counted in steps of one length that end at the end of a period.
import { all, type Condition } from '../../../database/engine/condition.ts'
import { hexToInteger, RowReader } from '../../../database/engine/row-reader.ts'
import type { Period } from '../../../http/filters.ts'
import { BUCKET, bucketParameters, type Buckets } from '../../../occurrences/buckets.ts'
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import { candidatesOfRule, exceptionsOfRule } from './rule-filter.ts'
import type { RuleContext } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'

/** What is counted: occurrences, or distinct users with an id. */
export type Unit = 'events' | 'users'

/** Fingerprints in one query: above, it reads all issues. ClickHouse limits the length of its text. */
const MAX_FINGERPRINTS = 1_000

/** The number of a step, a number for the user (0: of `events`), and how many. */
export type Entry = [step: number, user: number, count: number]

/** The steps that cover the period; the first one may begin before it. */
export function stepsOf({ from, to }: Period, step: bigint): Buckets {
  const count = (to - from + step - 1n) / step
  return { first: to - count * step, step, count: Number(count) }
}

/** The last step that has ended at an instant; -1: none has. */
export function stepBefore(at: bigint, { first, step }: Buckets): number {
  return Number((at - first) / step) - 1
}

export function periodOf({ first, step, count }: Buckets): Period {
  return { from: first, to: first + BigInt(count) * step }
}

/** `width`: how many steps `count` is about. */
type Counting = { count: number; width: number; steps: Buckets }

/**
 * Issues that may have `count` events, or this number of users, in `width` steps: all rows with the names of
 * the rule count. Mostly in memory, where events take a tenth of the time of users.
 */
export async function candidates(
  context: RuleContext,
  rule: StoredRule,
  { count, width, steps }: Counting,
): Promise<string[]> {
  const { fingerprints } = await context.issueCache.index()
  const selection = await context.occurrences.select(candidatesOfRule(rule, periodOf(steps)), context)
  const { counts } = await selection.countByIssue('events', fingerprints)
  const isSelected = context.issueIds && new Set(context.issueIds)
  const ids: string[] = []
  for (let number = 0; number < counts.length; number++)
    if (counts[number]! >= count) ids.push(fingerprints.text(number))
  const selected = isSelected ? ids.filter((id) => isSelected.has(id)) : ids
  if (steps.count <= 2 * width) return selected
  // They are in two parts at most, one of which has half of the events.
  const parts = { ...steps, step: steps.step * BigInt(width), count: Math.ceil(steps.count / width) }
  const stats = await selection.stats(selected, parts)
  return selected.filter((id) => stats.get(id)?.trend.some((events) => events >= count / 2))
}

type Reading = { ids: string[]; unit: Unit; steps: Buckets; where?: Condition }

/** Of the rows that the rule names, in the order of time. Issues without one are missing. */
export async function readIssueSteps(
  { engine, merges }: RuleContext,
  rule: StoredRule,
  { ids, unit, steps, where: further }: Reading,
): Promise<Map<string, Entry[]>> {
  const entries = new Map<string, Entry[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return entries
  const where = all([
    ...ofIssues(ids.flatMap(merges.fingerprintsOf)),
    exceptionsOfRule(rule, periodOf(steps)),
    ...(unit === 'users' ? [{ sql: `UserId != ''`, parameters: {} }] : []),
    ...(further ? [further] : []),
  ])
  const rows = new RowReader(
    await engine.queryBytes(
      'RowBinary',
      `SELECT ${hexToInteger(`${merges.idColumn.sql} AS id`)}, ${BUCKET} AS bucket, ${USER[unit]} AS user,
         toUInt32(count())
       FROM exceptions WHERE ${where.sql} GROUP BY id, bucket, user ORDER BY bucket`,
      { ...where.parameters, ...merges.idColumn.parameters, ...bucketParameters(steps) },
    ),
  )
  while (!rows.isAtEnd) {
    const id = integerText(rows)
    const step = rows.uint32()
    const user = rows.uint32() + rows.uint32() * 2 ** 32
    entries.get(id)?.push([step, user, rows.uint32()])
  }
  return entries
}

/** 53 bits: numbers are exact. */
const USER: Record<Unit, string> = { events: 'toUInt64(0)', users: 'bitShiftRight(cityHash64(UserId), 11)' }

export function ofIssues(fingerprints: string[]): Condition[] {
  return fingerprints.length > MAX_FINGERPRINTS ? [] : [isOfIssue(fingerprints)]
}

/** Hex digits of an integer of 64 bits, the low half of which is first. */
function integerText(rows: RowReader): string {
  const [low, high] = [rows.uint32(), rows.uint32()].map((half) => half.toString(16).padStart(8, '0'))
  return `${high}${low}`
}

/** Of each step: how many in this step and the ones before it, `width` in all. A user counts once. */
export function slidingCounts(entries: Entry[], width: number, unit: Unit, length: number): Int32Array {
  const changes = new Int32Array(length + width + 1)
  const ends = new Map<number, number>()
  for (const [step, user, count] of entries) {
    const size = unit === 'users' ? 1 : count
    const end = unit === 'users' ? ends.get(user) : undefined
    if (end !== undefined && end > step) changes[end]! += size
    else changes[step]! += size
    changes[step + width]! -= size
    if (unit === 'users') ends.set(user, step + width)
  }
  for (let step = 1; step < length; step++) changes[step]! += changes[step - 1]!
  return changes.subarray(0, length)
}
