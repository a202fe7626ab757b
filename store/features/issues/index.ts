// Issues and their occurrences: the paths, and what other features use.
import type { WithAccessWatch } from '../../http/actor.ts'
import type { Path } from '../../http/path.ts'
import { changeIssuePath, changeIssuesPath, issuesOfChange, undoPath } from './changes/change.ts'
import { eventPath } from './events/event.ts'
import { eventsPath } from './events/events.ts'
import { issuePath } from './issue.ts'
import { issuesPath } from './list/issues.ts'
import { livePath } from './events/live.ts'
import { mergePath, unmergePath } from './changes/merge.ts'
import { notesPath } from './changes/notes.ts'
import type { ChangeContext } from './query-context.ts'
import { trendPath } from './list/trend.ts'

export const paths: Path<ChangeContext & WithAccessWatch>[] = [
  issuesPath,
  changeIssuesPath,
  issuePath,
  changeIssuePath,
  eventsPath,
  notesPath,
  mergePath,
  unmergePath,
  undoPath,
  eventPath,
  trendPath,
  livePath,
]

export { changeIssuesPath, eventPath, issuePath, issuesOfChange, issuesPath, notesPath, undoPath }
export { renameAssignee } from './changes/rename-assignee.ts'
export { EVENT_PARTS, eventMarkdown, issueMarkdown, type EventPart } from './events/markdown.ts'
export { issuesMarkdown } from './list/issues-markdown.ts'
export { readIssues, issueRows } from './list/issue-rows.ts'
export {
  allIssueStates,
  issueStates,
  returnTest,
  stateOf,
  type IssueState,
  type IssueStates,
} from './state/issue-state.ts'
export { uncachedIssues } from './state/issue-cache.ts'
export type { ReleaseOrder } from './state/release-order.ts'
export type { NewestChanges } from './state/change-kinds.ts'
export { LATEST_ASSIGNEES } from './state/issue-changes.ts'
export { assignmentsSince, notesSince, type Assignment, type PersonNote } from './changes/since.ts'
export type { ChangeContext, QueryContext } from './query-context.ts'
export { selectColumns, topValues, type Columns } from './list/top-values.ts'
export { assigneeColumn, withIssueTerms } from './state/issue-terms.ts'
export { feedbackOfIssue } from './state/issue-feedback.ts'
export { resolvedPeriods, type ResolvedPeriod } from './state/resolved-periods.ts'
export { ISSUE_ID, issueNotFound } from './list/issue-rows.ts'
export { findKeys, eventNotFound } from './events/event.ts'
export { ISSUE_STATUSES, SORTS } from './list/issues.ts'
export {
  countCommits,
  hasSpace,
  readCommits,
  readUploadedReleases,
  releaseBefore,
  writeCommits,
  type StoredCommits,
} from './suspects/release-commits.ts'
export { openIssueOwners, ownFramesOf, ownerRows, type IssueOwners } from './suspects/issue-owners.ts'
export { rankCommits } from './suspects/suspects.ts'
export { parseStoredEvent } from './events/stored-event.ts'
export { commitLink } from './suspects/issue-commits.ts'
