// Requests that change something, and the Markdown of an event and of a release.
import type {
  ChangedAnswer,
  IssueChange,
  IssuesChange,
  IssuesFilter,
  Merge,
  Note,
  Unmerge,
} from '../../../../contract/issues.ts'
import { searchParameters } from '../../search/filters.ts'
import { request, requestText } from '../../http/http.ts'
import type { ReleaseName } from '../releases/release-changes-query.ts'

export function changeIssues(ids: string[], change: IssueChange): Promise<ChangedAnswer> {
  return patchIssues({ ids, ...change })
}

/** Changes all issues that match the filter of a list. */
export function changeMatching(filter: IssuesFilter, change: IssueChange): Promise<ChangedAnswer> {
  return patchIssues({ filter, ...change })
}

function patchIssues(body: IssuesChange): Promise<ChangedAnswer> {
  return request<ChangedAnswer>('/api/issues', { method: 'PATCH', body })
}

/** `change`: the id that the answer to the change has. */
export function undoChange(change: string): Promise<unknown> {
  return post(`/api/changes/${encodeURIComponent(change)}/undo`, {})
}

export function mergeIssues(id: string, into: string): Promise<unknown> {
  return post(`/api/issues/${encodeURIComponent(id)}/merge`, { into } satisfies Merge)
}

export function unmergeIssue(id: string, fingerprint: string): Promise<unknown> {
  return post(`/api/issues/${encodeURIComponent(id)}/unmerge`, { fingerprint } satisfies Unmerge)
}

export function addNote(id: string, body: string): Promise<Note> {
  return request<Note>(`/api/issues/${encodeURIComponent(id)}/notes`, { method: 'POST', body: { body } })
}

function post(path: string, body: unknown): Promise<unknown> {
  return request(path, { method: 'POST', body })
}

export function fetchEventMarkdown(digest: string): Promise<string> {
  return requestText(`/api/events/${encodeURIComponent(digest)}.md`)
}

/** The same parameters as those of the answer that the screen shows. */
export function fetchReleaseMarkdown(name: ReleaseName): Promise<string> {
  return requestText(`/api/releases/changes.md?${searchParameters(name)}`)
}
