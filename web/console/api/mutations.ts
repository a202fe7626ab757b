// Requests that change something, and the Markdown of an issue.
import type {
  ChangedAnswer,
  FingerprintAnswer,
  FingerprintRequest,
  IssueChange,
  IssuesChange,
} from '../../../store/api/contract.ts'
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

/** The id of the issue of an error that was pasted; null: there is none. */
export async function findIssue(error: FingerprintRequest): Promise<string | null> {
  const options = { method: 'POST' as const, body: error }
  return (await request<FingerprintAnswer>('/api/fingerprint', options)).issueId
}

export function logIn(password: string): Promise<undefined> {
  return request<undefined>('/login', { method: 'POST', body: { password } })
}
