// The list of issues from which an issue was opened: its filters, and the row to which the focus returns.
import type { IssueFilters } from '../../search/filters.ts'

type List = { filters: IssueFilters; issueId: string | undefined }

let list: List = { filters: {}, issueId: undefined }

export function lastList(): List {
  return list
}

/** A list is shown with these filters. */
export function rememberFilters(filters: IssueFilters): void {
  list = { ...list, filters }
}

/** The issue is opened. */
export function rememberIssue(issueId: string): void {
  list = { ...list, issueId }
}
