// Requests for issues and occurrences: exceptions that become issues, changes, and what the API returns.
import { expect } from 'vitest'
import type { Event, Issue, IssueAnswer, IssuesAnswer } from '../../contract/issues.ts'
import { exception, newDigest, type ExceptionOptions } from './otlp.ts'
import type { SharedStore } from './suite.ts'

/** Sends one exception without a stack and returns the id of its issue. */
export async function sendException(store: SharedStore, options: ExceptionOptions = {}): Promise<string> {
  const digest = options.digest ?? newDigest()
  await store.send('logs', exception({ stacktrace: '', ...options, digest }))
  return (await readEvent(store, digest)).issueId
}

export async function changeIssue(store: SharedStore, id: string, change: unknown): Promise<Issue> {
  const { status, body } = await store.patch<Issue>(`/api/issues/${id}`, change)
  expect(status).toBe(200)
  return body
}

export function readEvent(store: SharedStore, digest: string): Promise<Event> {
  return store.read<Event>(`/api/events/${digest}`)
}

export function readIssue(store: SharedStore, id: string): Promise<IssueAnswer> {
  return store.read<IssueAnswer>(`/api/issues/${id}`)
}

export function listIssues(store: SharedStore, query: string): Promise<IssuesAnswer> {
  return store.read<IssuesAnswer>(`/api/issues?${query}`)
}
