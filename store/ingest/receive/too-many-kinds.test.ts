// Somebody sends exceptions of more types than a service has.
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import { expect, test } from 'vitest'
import type { Event, IssueAnswer, IssuesAnswer } from '../../../contract/issues.ts'
import { NEW_FINGERPRINTS } from '../grouping/overflow-issue.ts'
import { exception, exceptionRecord, logs, newDigest } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'

const LIMIT = NEW_FINGERPRINTS.ofServicePerMinute

/** Sent beyond the limit. Refilling takes some of them while the test runs. */
const BEYOND = 400

const store = storeOfFile()

/** As many exceptions, each of a type of its own. */
function kinds(count: number): LogRecord[] {
  return Array.from({ length: count }, (_, at) =>
    exceptionRecord({ type: `Kind${at}Error`, message: 'Odd', stacktrace: '' }),
  )
}

async function issuesOf(service: string): Promise<IssuesAnswer> {
  const query = `/api/issues?service=${service}&sort=count&limit=5`
  return await store.read<IssuesAnswer>(query)
}

async function issueOf(digest: string): Promise<string> {
  return (await store.read<Event>(`/api/events/${digest}`)).issueId
}

test('beyond a limit new kinds of errors of a service are one issue with its own title', async () => {
  const early = exception({ type: 'EarlyError', stacktrace: '', digest: newDigest(), service: 'shop' })
  await store.send('logs', early)
  await store.send('logs', logs(kinds(LIMIT + BEYOND), { service: 'shop' }))
  const { issues, total } = await issuesOf('shop')
  const [overflow] = issues
  expect(overflow).toMatchObject({ type: 'Too many kinds of errors', service: 'shop' })
  expect(overflow!.message).toContain('1,000 kinds of errors of this service')
  // Every occurrence is counted once, in its issue or in this one.
  expect(overflow!.count).toBeGreaterThan(0)
  expect(overflow!.count).toBeLessThanOrEqual(BEYOND + 1)
  expect(total - 1 + overflow!.count).toBe(LIMIT + BEYOND + 1)

  const { latest, issue } = await store.read<IssueAnswer>(`/api/issues/${overflow!.id}`)
  expect(issue.type).toBe('Too many kinds of errors')
  expect(latest).toMatchObject({ message: 'Odd', type: expect.stringMatching(/^Kind\d+Error$/) as string })
})

test('an occurrence beyond the limit opens by its digest, with its own data', async () => {
  const digest = newDigest()
  const last = exceptionRecord({ type: 'LateError', message: 'Late', stacktrace: '', digest })
  const late = logs([...kinds(LIMIT + BEYOND), last], { service: 'search' })
  await store.send('logs', late)
  const body = await store.read<Event>(`/api/events/${digest}`)
  expect(body).toMatchObject({ digest, type: 'LateError', message: 'Late', service: 'search' })
  const { issue } = await store.read<IssueAnswer>(`/api/issues/${body.issueId}`)
  expect(issue.type).toBe('Too many kinds of errors')
  // The same body again is the same occurrence in the same issue.
  const { count } = issue
  await store.send('logs', late)
  expect((await issuesOf('search')).issues[0]).toMatchObject({ id: body.issueId, count })
  expect(await issueOf(digest)).toBe(body.issueId)
})

test('a known kind of error stays its own issue, and so do errors of other services', async () => {
  const [again, other] = [newDigest(), newDigest()]
  await store.send('logs', exception({ type: 'EarlyError', stacktrace: '', digest: again, service: 'shop' }))
  await store.send('logs', exception({ type: 'NewError', stacktrace: '', digest: other, service: 'stock' }))
  for (const [digest, type] of [
    [again, 'EarlyError'],
    [other, 'NewError'],
  ] as const) {
    const { issue } = await store.read<IssueAnswer>(`/api/issues/${await issueOf(digest)}`)
    expect(issue.type).toBe(type)
  }
})

test('a restart does not change the issue of stored occurrences', async () => {
  const { issues, total } = await issuesOf('shop')
  await store.restart()
  expect(await issuesOf('shop')).toMatchObject({
    total,
    issues: issues.map(({ id, count }) => ({ id, count })),
  })
})

test('a sender cannot choose the overflow issue', async () => {
  const [overflow] = (await issuesOf('shop')).issues
  const digest = newDigest()
  const attributes = { 'errata.fingerprint': overflow!.id }
  await store.send('logs', exception({ digest, service: 'stock', attributes }))
  expect(await issueOf(digest)).not.toBe(overflow!.id)
})
