// The changes of issues as they are stored: the newest ones, and all of an issue.
import type { Engine } from '../../../database/engine/engine.ts'
import { describeChange, type Conditions, type NewestChanges } from './change-kinds.ts'

/** Changes of an issue that are shown. Older ones are of no use on a page. */
const MAX_CHANGES = 100

/** The ids of the changes that were undone. A scalar: also where the table is on several shards. */
export const UNDONE = "(SELECT groupUniqArray(ChangeId) FROM issue_changes WHERE Field = 'undo')"

/** Issues with the name that they are assigned to. */
export const LATEST_ASSIGNEES = `SELECT IssueId, argMax(issue_changes.Value, At) AS Value FROM issue_changes
  WHERE Field = 'assignee' AND NOT has(${UNDONE}, ChangeId) GROUP BY IssueId HAVING Value != ''`

type Row = { id: string; field: string; value: string; at: string; conditions: string }

/** By issue id: of these issues, or of all (null). Issues without a change are missing. */
export async function queryChanges(
  engine: Engine,
  ids: string[] | null,
): Promise<Map<string, NewestChanges>> {
  const isSelected = ids === null ? '' : 'IssueId IN {ids:Array(String)} AND'
  const rows = await engine.query<Row>(
    `SELECT IssueId AS id, Field AS field, argMax(Value, At) AS value, argMax(Conditions, At) AS conditions,
       toString(toUnixTimestamp64Nano(max(At))) AS at
     FROM issue_changes WHERE ${isSelected} NOT has(${UNDONE}, ChangeId) GROUP BY id, field`,
    ids === null ? {} : { ids },
  )
  const changes = new Map<string, NewestChanges>()
  for (const { id, field, value, at, conditions } of rows)
    changes.set(id, { ...changes.get(id), [field]: { value, at, conditions: parseConditions(conditions) } })
  return changes
}

/** `at`: nanoseconds since 1970. `status`: empty where the change did not set it. */
export type PastChange = {
  at: bigint
  by: string
  description: string
  status: string
  conditions: Conditions
  isUndone: boolean
}

/** The newest first. */
export async function readPastChanges(engine: Engine, id: string): Promise<PastChange[]> {
  const rows = await engine.query<{
    ns: string
    by: string
    fields: [field: string, value: string, conditions: string][]
    isUndone: number
  }>(
    `SELECT toString(toUnixTimestamp64Nano(At)) AS ns, any(By) AS by,
       arraySort(f -> f.1 != 'status', groupArray((toString(Field), Value, Conditions))) AS fields,
       has(${UNDONE}, ChangeId) AS isUndone
     FROM issue_changes WHERE IssueId = {id:String} AND Field != 'undo'
     GROUP BY ChangeId, At ORDER BY At DESC LIMIT ${MAX_CHANGES}`,
    { id },
  )
  return rows.map(({ ns, by, fields, isUndone }) => {
    const changes = fields.map(([field, value, text]) => ({
      field,
      value,
      conditions: parseConditions(text),
    }))
    const status = changes.find(({ field }) => field === 'status')
    const descriptions = changes.map(({ field, ...change }) => describeChange(field, change))
    return {
      at: BigInt(ns),
      by,
      description: [...descriptions, ...(isUndone ? ['undone'] : [])].join(', '),
      status: status?.value ?? '',
      conditions: status?.conditions ?? {},
      isUndone: isUndone === 1,
    }
  })
}

/** The text of the column. */
export function formatConditions(conditions: Conditions): string {
  return Object.keys(conditions).length === 0 ? '' : JSON.stringify(conditions)
}

export function parseConditions(text: string): Conditions {
  return text === '' ? {} : (JSON.parse(text) as Conditions)
}
