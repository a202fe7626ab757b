// Requests for issues: exceptions that become issues, changes, and what the API returns.
import { expect } from 'vitest'
import type { Event, Issue, IssueAnswer, IssuesAnswer } from '../../contract/issues.ts'
import { exception, newDigest, type ExceptionOptions } from './otlp.ts'
import type { SharedStore } from './store.ts'

/** Sends one exception without a stack and returns the id of its issue. */
export async function sendException(store: SharedStore, options: ExceptionOptions = {}): Promise<string> {
  const digest = options.digest ?? newDigest()
  expect((await store.send('logs', exception({ stacktrace: '', ...options, digest }))).status).toBe(200)
  return (await store.ask<Event>(`/api/events/${digest}`)).body.issueId
}

export async function changeIssue(store: SharedStore, id: string, change: unknown): Promise<Issue> {
  const { status, body } = await store.ask<Issue>(`/api/issues/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(change),
  })
  expect(status).toBe(200)
  return body
}

export async function readIssue(store: SharedStore, id: string): Promise<IssueAnswer> {
  return (await store.ask<IssueAnswer>(`/api/issues/${id}`)).body
}

export async function listIssues(store: SharedStore, query: string): Promise<IssuesAnswer> {
  return (await store.ask<IssuesAnswer>(`/api/issues?${query}`)).body
}
