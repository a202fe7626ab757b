// What the console changes or takes away, beside the path it does it at.

import type { ChangedAnswer, IssueChange, IssuesChange } from '../../../store/api/contract.ts'
import { ask, askText } from './http.ts'

export function changeIssues(ids: string[], change: IssueChange): Promise<ChangedAnswer> {
  return ask<ChangedAnswer>('/api/issues', {
    method: 'PATCH',
    body: { ids, ...change } satisfies IssuesChange,
  })
}

export function addNote(id: string, body: string): Promise<unknown> {
  return ask(`/api/issues/${encodeURIComponent(id)}/notes`, { method: 'POST', body: { body } })
}

export function markdownOf(id: string): Promise<string> {
  return askText(`/api/issues/${encodeURIComponent(id)}.md`)
}

export function logIn(password: string): Promise<undefined> {
  return ask<undefined>('/login', { method: 'POST', body: { password } })
}
