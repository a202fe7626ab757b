// Changes of many issues, and undo: it restores the previous state of each issue.
import { beforeAll, describe, expect, test } from 'vitest'
import { listIssues, readIssue, sendException } from '../../../testing/issues.ts'
import { exceptionRecord, logs, newDigest } from '../../../testing/otlp.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import type { ChangedAnswer, UndoneAnswer } from '../../../../contract/issues.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const store = sharedStore()
const service = newName()

async function change(body: object): Promise<ChangedAnswer> {
  const answer = await store.patch<ChangedAnswer>('/api/issues', body)
  expect(answer.status).toBe(200)
  return answer.body
}

async function undo(id: string): Promise<number> {
  return (await store.post<UndoneAnswer>(`/api/changes/${id}/undo`, {})).body.undone
}

const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
const statusOf = async (id: string) => (await readIssue(store, id)).issue.status
const send = (message: string) => sendException(store, { service, message, type: message })

test('an ignored issue that was reopened has its condition again', async () => {
  const id = await send('UntilError')
  await change({ ids: [id], status: 'ignored', until: { events: 2 } })
  await send('UntilError')
  const { change: reopened } = await change({ ids: [id], status: 'open' })
  expect(await statusOf(id)).toBe('new')
  expect(await undo(reopened)).toBe(1)
  expect(await statusOf(id)).toBe('ignored')
  // One of the two further events was before: the second ends it.
  await send('UntilError')
  expect(await statusOf(id)).toBe('new')
})

test.each([
  [
    { status: 'ignored', until: { events: 5 } },
    { events: 4, soFar: 1 },
  ],
  [{ status: 'ignored', until: { users: 3 } }, { users: 3 }],
  [
    { status: 'ignored', until: { at: '2099-01-01T00:00:00Z' } },
    { at: expect.stringContaining('2099-01-01') },
  ],
  [
    { status: 'resolved', inNextRelease: true },
    { inNextRelease: true, after: '4.1.0' },
  ],
  [{ status: 'ignored' }, undefined],
])('%j has the condition %j', async (body, condition) => {
  const type = `Condition${JSON.stringify(body).replaceAll(/\W/g, '')}Error`
  const id = await send(type)
  await change({ ids: [id], ...body })
  if ('until' in body) await send(type)
  expect((await readIssue(store, id)).condition).toEqual(condition)
})

describe('resolved in a release', () => {
  const ofReleases = newName()
  const occur = (release: string, type: string) =>
    sendException(store, { service: ofReleases, release, type, message: type })
  beforeAll(async () => {
    for (const release of ['1.9.0', '1.10.0', '1.11.0']) await occur(release, 'OtherError')
  })

  test('an issue is back with an occurrence in it or in a later one, not in an older one', async () => {
    const id = await occur('1.9.0', 'ReleasedError')
    await change({ ids: [id], inRelease: '1.11.0' })
    expect((await readIssue(store, id)).condition).toEqual({ inRelease: '1.11.0' })
    await occur('1.10.0', 'ReleasedError')
    expect(await statusOf(id)).toBe('resolved')
    await occur('1.11.0', 'ReleasedError')
    expect(await statusOf(id)).toBe('regressed')
    expect((await readIssue(store, id)).activity.map((entry) => entry.change)).toEqual([
      'seen again',
      'resolved in release 1.11.0',
      'first seen',
    ])
  })

  test('a release that is not deployed yet is awaited, whatever comes before it', async () => {
    const id = await occur('1.11.0', 'AwaitedError')
    await change({ ids: [id], status: 'resolved', inRelease: '2.0.0' })
    await occur('1.12.0-hotfix', 'AwaitedError')
    expect(await statusOf(id)).toBe('resolved')
    await occur('2.0.0', 'OtherError')
    await occur('1.11.0', 'AwaitedError')
    expect(await statusOf(id)).toBe('resolved')
    await occur('2.0.1', 'AwaitedError')
    expect(await statusOf(id)).toBe('regressed')
  })

  test('it is refused where the issue was seen in it, or in a later one', async () => {
    const id = await occur('1.10.0', 'LateError')
    const refusal = async (inRelease: unknown, more = {}) => {
      const { status, body } = await store.patch<{ detail: string }>('/api/issues', {
        ids: [id],
        inRelease,
        ...more,
      })
      return [status, body.detail]
    }
    expect(await refusal('1.10.0')).toEqual([
      400,
      'The issue is not resolved in 1.10.0: it was seen in this release.',
    ])
    expect(await refusal('1.9.0')).toEqual([
      400,
      'The issue is not resolved in 1.9.0: it was seen in 1.10.0, which is later.',
    ])
    for (const wrong of ['', ' ', 7, null, 'x'.repeat(201)]) expect((await refusal(wrong))[0]).toBe(400)
    expect((await refusal('9', { status: 'ignored' }))[0]).toBe(400)
    expect((await refusal('9', { inNextRelease: true }))[0]).toBe(400)
    expect(await statusOf(id)).toBe('new')
  })
})

test('a regressed issue that was resolved regresses again, and its activity shows it', async () => {
  const id = await send('BackError')
  await change({ ids: [id], status: 'resolved' })
  await send('BackError')
  expect(await statusOf(id)).toBe('regressed')
  const { change: resolved } = await change({ ids: [id], status: 'resolved' })
  expect(await statusOf(id)).toBe('resolved')
  await undo(resolved)
  expect(await statusOf(id)).toBe('regressed')
  expect((await readIssue(store, id)).activity.map((entry) => entry.change)).toEqual([
    'resolved, undone',
    'seen again',
    'resolved',
    'first seen',
  ])
})

test('the activity has each regression, also after the next change', async () => {
  const id = await send('EachError')
  for (let round = 0; round < 2; round++) {
    await change({ ids: [id], status: 'resolved' })
    await send('EachError')
  }
  await change({ ids: [id], status: 'ignored' })
  await send('EachError')
  expect((await readIssue(store, id)).activity.map((entry) => entry.change)).toEqual([
    'ignored',
    'seen again',
    'resolved',
    'seen again',
    'resolved',
    'first seen',
  ])
})

test('changes are undone one after the other, and a later one stays', async () => {
  const id = await send('StackError')
  const { change: assigned } = await change({ ids: [id], assignee: 'ada' })
  const { change: reassigned } = await change({ ids: [id], assignee: 'bob' })
  const { change: ignored } = await change({ ids: [id], status: 'ignored' })
  await undo(reassigned)
  expect((await readIssue(store, id)).issue).toMatchObject({ assignee: 'ada', status: 'ignored' })
  await undo(ignored)
  await undo(assigned)
  expect((await readIssue(store, id)).issue).toMatchObject({ assignee: null, status: 'new' })
  expect(await undo(assigned)).toBe(1)
})

test('a filter changes all matching issues in one change', async () => {
  // More than the ids of one request.
  const types = Array.from(
    { length: 130 },
    (_, index) => `Bulk${LETTERS[index % 26]}${'x'.repeat(index / 26)}`,
  )
  const records = types.map((type) =>
    exceptionRecord({ type, message: 'many', stacktrace: '', attributes: { 'user.id': 'u-9' } }),
  )
  await store.send('logs', logs(records, { service }))
  await send('OtherError')
  const filter = { service, q: 'user:u-9', range: '24h' }
  const answer = await change({ filter, status: 'resolved' })
  expect([answer.issues, answer.changed]).toEqual([[], types.length])
  expect((await listIssues(store, `service=${service}&q=user:u-9`)).counts).toMatchObject({
    new: 0,
    resolved: types.length,
  })
  expect((await listIssues(store, `service=${service}&q=OtherError`)).counts.new).toBe(1)
  expect(await change({ filter: { ...filter, status: 'new' }, assignee: 'ada' })).toMatchObject({
    changed: 0,
  })
  expect(await undo(answer.change)).toBe(types.length)
  expect((await listIssues(store, `service=${service}&q=user:u-9`)).counts).toMatchObject({
    new: types.length,
    resolved: 0,
  })
})

test.each([
  [{ filter: { limit: '5' }, status: 'resolved' }, 'filter.limit must be a parameter that selects issues.'],
  [{ filter: [], status: 'resolved' }, 'filter must be an object of parameters of the list of issues.'],
  [{ filter: {}, ids: ['1'], status: 'resolved' }, 'ids and filter cannot be used together.'],
  [{ filter: { status: 'gone' }, status: 'resolved' }, /^status must be one of/],
  [{ filter: { q: 'x' } }, /is required/],
])('%j is refused', async (body, detail) => {
  const answer = await store.patch<{ detail: string }>('/api/issues', body)
  expect(answer.status).toBe(400)
  expect(answer.body.detail).toMatch(detail)
})

test('an unknown change is 404, a malformed id 400', async () => {
  for (const [id, status] of [
    ['00000000-0000-4000-8000-000000000000', 404],
    ['1', 400],
  ])
    expect((await store.post(`/api/changes/${id}/undo`, {})).status).toBe(status)
})

test('issues since the latest release of their service are marked as changed', async () => {
  const web = newName()
  const [older, newer] = [
    await sendException(store, { service: web, type: 'OlderError', release: '1', at: hoursAgo(5) }),
    await sendException(store, { service: web, type: 'NewerError', release: '2', at: hoursAgo(1) }),
  ]
  const { issues } = await listIssues(store, `service=${web}`)
  expect(issues.map(({ id, changed }) => [id, changed])).toEqual([
    [newer, true],
    [older, false],
  ])
})

test('an event has its number among the events of its issue, also among the ones that match', async () => {
  const users = ['u-1', 'u-2', 'u-1']
  const digests = users.map(newDigest)
  for (const [index, user] of users.entries())
    await sendException(store, {
      service,
      type: 'CountError',
      digest: digests[index]!,
      at: Date.now() - (3 - index) * 1_000,
      attributes: { 'user.id': user },
    })
  expect(await store.read<object>(`/api/events/${digests[1]}`)).toMatchObject({
    previous: digests[0],
    next: digests[2],
    position: { number: 2, total: 3, first: digests[0], last: digests[2] },
  })
  expect(await store.read<object>(`/api/events/${digests[0]}?q=user:u-1`)).toMatchObject({
    previous: null,
    next: digests[2],
    position: { number: 1, total: 2, first: digests[0], last: digests[2] },
  })
})
