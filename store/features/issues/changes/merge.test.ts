import { expect, test } from 'vitest'
import { listIssues, readIssue, sendException } from '../../../testing/issues.ts'
import type { ExceptionOptions } from '../../../testing/otlp.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import type { Event, EventsAnswer, Issue, TrendAnswer } from '../../../../contract/issues.ts'
import type { FacetsAnswer } from '../../../../contract/search.ts'
import type { Problem } from '../../../../contract/problem.ts'

const HOUR = 3_600_000

const store = sharedStore()

const service = newName()

const send = (options: ExceptionOptions) => sendException(store, { service, ...options })
const list = (query: string) => listIssues(store, query)

test('two merged issues are one everywhere, also for later occurrences, and can be unmerged', async () => {
  const attributes = { 'user.id': 'ann' }
  const target = await send({ message: 'Target', at: Date.now() - 3 * HOUR, attributes })
  const source = await send({ message: 'Source', at: Date.now() - 2 * HOUR, attributes })
  await send({ message: 'Source', at: Date.now() - HOUR, attributes: { 'user.id': 'bob' } })

  const merged = await store.post<Issue>(`/api/issues/${source}/merge`, { into: target })
  const { status, body } = merged
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id: target, count: 3, users: 2, message: 'Target' },
  })
  expect(await send({ message: 'Source' })).toBe(target)

  for (const sort of ['change', 'count', 'users']) {
    const { issues, total, counts } = await list(`service=${service}&sort=${sort}`)
    expect(issues).toMatchObject([{ id: target, count: 4, users: 3 }])
    expect([total, counts.new]).toEqual([1, 1])
    expect(issues[0]!.trend.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(4)
  }
  expect(await readIssue(store, source)).toMatchObject({
    issue: { id: target },
    merged: [source],
    mergedIssues: [{ id: source, service, message: 'Source', count: 3 }],
    latest: { message: 'Source' },
    breakdowns: { browser: [{ count: 4 }] },
  })
  const { events } = await store.read<EventsAnswer>(`/api/issues/${target}/events`)
  expect(events.map((event) => event.message)).toEqual(['Source', 'Source', 'Source', 'Target'])
  const oldest = await store.read<Event>(`/api/events/${events[3]!.digest}`)
  expect([oldest.previous, oldest.next]).toEqual([null, events[2]!.digest])

  await store.patch(`/api/issues/${source}`, { status: 'resolved' })
  expect((await readIssue(store, target)).issue.status).toBe('resolved')
  await send({ message: 'Source', at: Date.now() + 1_000 })
  expect((await readIssue(store, target)).issue.status).toBe('regressed')
  const { buckets } = await store.read<TrendAnswer>(`/api/trend?service=${service}`)
  expect(buckets.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(5)

  const parted = await store.post<Issue>(`/api/issues/${target}/unmerge`, { fingerprint: source })
  expect([parted.status, parted.body.id, parted.body.count]).toEqual([200, target, 1])
  expect((await readIssue(store, source)).issue).toMatchObject({ id: source, count: 4, message: 'Source' })
  expect((await readIssue(store, target)).merged).toBeUndefined()
  expect(await send({ message: 'Source' })).toBe(source)
})

test('merging an issue includes the issues merged into it', async () => {
  const ids: string[] = []
  for (const message of ['One', 'Two', 'Three']) ids.push(await send({ message }))
  const [first, second, third] = ids
  await store.post(`/api/issues/${first}/merge`, { into: second })
  await store.post(`/api/issues/${second}/merge`, { into: third })
  expect((await readIssue(store, first!)).issue).toMatchObject({ id: third, count: 3 })
  const refused = await store.post<Problem>(`/api/issues/${third}/merge`, { into: first })
  expect([refused.status, refused.body.status]).toEqual([409, 409])
})

test.each([
  ['merge', {}, 400, 'into'],
  ['merge', { into: 7 }, 400, 'into'],
  ['merge', { into: '0000000000000000' }, 404, '0000000000000000'],
  ['unmerge', {}, 400, 'fingerprint'],
  ['unmerge', { fingerprint: '0000000000000000' }, 409, 'not merged'],
])('%s with %j is refused with the reason', async (path, body, status, detail) => {
  const id = await send({ message: 'Alone' })
  const answer = await store.post<Problem>(`/api/issues/${id}/${path}`, body)
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)])
  expect(
    (await store.post(`/api/issues/ffffffffffffffff/${path}`, { into: id, fingerprint: id })).status,
  ).toBe(404)
})

test('title, culprit and service are of the target, and the facets are of all events', async () => {
  const other = newName()
  const send = (of: string, type: string) => sendException(store, { service: of, type, message: type })
  const into = await send(service, 'TargetError')
  const from = await send(other, 'SourceError')
  await send(other, 'SourceError')
  await store.post(`/api/issues/${from}/merge`, { into })
  const { issue, mergedIssues } = await readIssue(store, into)
  expect(issue).toMatchObject({ service, type: 'TargetError', message: 'TargetError', count: 3 })
  expect(mergedIssues).toEqual([
    { id: from, service: other, type: 'SourceError', message: 'SourceError', count: 2 },
  ])
  const facets = await store.read<FacetsAnswer>(`/api/facets?issue=${into}&base=true`)
  expect(facets.total).toBe(3)
  expect(facets.facets.find(({ name }) => name === 'service')?.values).toMatchObject([
    { value: other, count: 2 },
    { value: service, count: 1 },
  ])
})
