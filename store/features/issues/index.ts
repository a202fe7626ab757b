// Issues and their occurrences: the paths, and what other features use.
import type { Path } from '../../http/path.ts'
import { changeIssuePath, changeIssuesPath, undoPath } from './change.ts'
import { eventMarkdownPath, eventPath } from './event.ts'
import { eventsPath } from './events.ts'
import { issueMarkdownPath, issuePath } from './issue.ts'
import { issuesPath } from './issues.ts'
import { livePath } from './live.ts'
import { mergePath, unmergePath } from './merge.ts'
import { notesPath } from './notes.ts'
import type { ChangeContext } from './query-context.ts'
import { trendPath } from './trend.ts'

/** Of two that match an address, the first one answers: those with `.md` come first. */
export const paths: Path<ChangeContext>[] = [
  issuesPath,
  changeIssuesPath,
  issueMarkdownPath,
  issuePath,
  changeIssuePath,
  eventsPath,
  notesPath,
  mergePath,
  unmergePath,
  undoPath,
  eventMarkdownPath,
  eventPath,
  trendPath,
  livePath,
]

export { readIssues, issueRows } from './issue-rows.ts'
export { allIssueStates, stateOf, type IssueState } from './issue-state.ts'
export type { NewestChanges } from './change-kinds.ts'
export type { ChangeContext, QueryContext } from './query-context.ts'
export { selectColumns, topValues, type Columns } from './top-values.ts'
export { assigneeColumn, withAssignees } from './assignee-filter.ts'
