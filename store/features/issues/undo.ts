// POST /api/changes/:id/undo: issues are as if a change had not been made. Its rows stay: a further row with
// the same ChangeId and the status `undone` says that they do not count.
import { randomUUID } from 'node:crypto'
import type { QueryContext } from './query-context.ts'
import { seconds } from '../../ingest/rows/instant.ts'
import type { UndoneAnswer } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A change that was undone before is no error. */
export async function undoChange(
  { engine, issueCache }: QueryContext,
  change: string,
): Promise<{ answer: UndoneAnswer; ids: string[] }> {
  if (!UUID.test(change)) throw new HttpError(400, 'The id of a change is a UUID.')
  const issues = await engine.query<{ id: string; at: string }>(
    `SELECT IssueId AS id, toString(toUnixTimestamp64Nano(max(At)) + 1) AS at FROM issue_changes
     WHERE ChangeId = {change:UUID} GROUP BY id`,
    { change },
  )
  if (issues.length === 0) throw new HttpError(404, 'No change has this id.')
  const ids = issues.map(({ id }) => id)
  const rows = issues.map(({ id, at }) => {
    const row = { IssueId: id, ChangeId: change, At: seconds(BigInt(at)), By: '', Status: 'undone' }
    return JSON.stringify(row)
  })
  try {
    await engine.insert('issue_changes', rows.join('\n'), randomUUID())
  } finally {
    // Also after an error: some rows may be stored.
    issueCache.invalidateDecisions(ids)
  }
  return { answer: { undone: ids.length }, ids }
}
