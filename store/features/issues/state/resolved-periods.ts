// When issues were resolved, also those that are not any more.
import type { QueryContext } from '../query-context.ts'
import type { Conditions } from './change-kinds.ts'
import { parseConditions, UNDONE } from './issue-changes.ts'

/** `from`, `to`: until the status was changed again, in nanoseconds since 1970. */
export type ResolvedPeriod = { id: string; from: bigint; to: bigint; conditions: Conditions }

const FOR_EVER = (1n << 62n).toString()

/** Of these issues, or of all (null). */
export async function resolvedPeriods(
  { engine, merges }: QueryContext,
  ids: string[] | null,
): Promise<ResolvedPeriod[]> {
  if (ids?.length === 0) return []
  const isSelected = ids === null ? '' : 'IssueId IN {ids:Array(String)} AND'
  const rows = await engine.query<{ id: string; from: string; to: string; conditions: string }>(
    `SELECT id, from, to, conditions FROM (
       SELECT IssueId AS id, Value AS value, Conditions AS conditions,
         toString(toUnixTimestamp64Nano(At)) AS from,
         toString(leadInFrame(toUnixTimestamp64Nano(At), 1, {end:Int64}) OVER
           (PARTITION BY IssueId ORDER BY At ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS to
       FROM issue_changes
       WHERE ${isSelected} Field = 'status' AND NOT has(${UNDONE}, ChangeId))
     WHERE value = 'resolved'`,
    { end: FOR_EVER, ...(ids !== null && { ids: ids.map(merges.issueOf) }) },
  )
  return rows
    .filter(({ id }) => merges.issueOf(id) === id)
    .map(({ id, from, to, conditions }) => ({
      id,
      from: BigInt(from),
      to: BigInt(to),
      conditions: parseConditions(conditions),
    }))
}
