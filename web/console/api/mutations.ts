// Requests that change something, and the Markdown of an issue.
import type { ChangedAnswer, IssueChange, IssuesChange } from '../../../store/api/contract.ts'
import { request, requestText } from './http.ts'

export function changeIssues(ids: string[], change: IssueChange): Promise<ChangedAnswer> {
  return request<ChangedAnswer>('/api/issues', {
    method: 'PATCH',
    body: { ids, ...change } satisfies IssuesChange,
  })
}

export function addNote(id: string, body: string): Promise<unknown> {
  return request(`/api/issues/${encodeURIComponent(id)}/notes`, { method: 'POST', body: { body } })
}

export function fetchIssueMarkdown(id: string): Promise<string> {
  return requestText(`/api/issues/${encodeURIComponent(id)}.md`)
}

export function logIn(password: string): Promise<undefined> {
  return request<undefined>('/login', { method: 'POST', body: { password } })
}
