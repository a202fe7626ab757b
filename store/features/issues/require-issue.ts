// An issue by id, or a 404 that names the unknown id.
import { readIssues, type IssueFilter } from './issue-rows.ts'
import type { QueryContext } from './query-context.ts'
import type { Issue } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'
import { ofPath } from '../../http/parameters.ts'

export const ISSUE_ID = ofPath('The id of an issue: 16 hex digits.')

/** Characters of an unknown id that the message repeats. */
const MAX_ID = 40

export async function requireIssue(context: QueryContext, id: string, filter: IssueFilter): Promise<Issue> {
  const [issue] = await readIssues(context, [id], filter)
  if (!issue) throw issueNotFound(id)
  return issue
}

export function issueNotFound(id: string): HttpError {
  const text = JSON.stringify(id.slice(0, MAX_ID))
  return new HttpError(404, `Issue ${text} is not stored. Its last occurrence may have been deleted.`)
}
