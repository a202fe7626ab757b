// Assignees by name: somebody who has another one keeps their issues.
import { LATEST_ASSIGNEES } from '../state/issue-changes.ts'
import type { ChangeContext } from '../query-context.ts'
import { changeByIds } from './change.ts'

/** Issues that are assigned to `from` are assigned to `to`. */
export async function renameAssignee(context: ChangeContext, from: string, to: string): Promise<void> {
  const { engine, merges } = context
  const rows = await engine.query<{ id: string }>(
    `SELECT IssueId AS id FROM (${LATEST_ASSIGNEES})
     WHERE lowerUTF8(Value) = lowerUTF8({from:String}) AND IssueId IN (SELECT IssueId FROM issues)`,
    { from },
  )
  // An issue that was merged into another one has its assignee.
  const ids = rows.map(({ id }) => id).filter((id) => merges.issueOf(id) === id)
  if (ids.length > 0) await changeByIds(context, ids, [{ field: 'assignee', value: to }])
}
