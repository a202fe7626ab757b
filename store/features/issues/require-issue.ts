// An issue by id, or a 404 that says which id is unknown.
import { readIssues, type IssueFilter } from './issue-rows.ts'
import type { QueryContext } from './query-context.ts'
import type { Issue } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'

/** Characters of an unknown id that the message repeats. */
const MAX_ID = 40

export async function requireIssue(context: QueryContext, id: string, filter: IssueFilter): Promise<Issue> {
  const [issue] = await readIssues(context, [id], filter)
  if (!issue) throw issueNotFound(id)
  return issue
}

export function issueNotFound(id: string): HttpError {
  const text = JSON.stringify(id.slice(0, MAX_ID))
  return new HttpError(404, `No issue ${text} is stored. Its last occurrence may have been dropped.`)
}
