import { afterAll, beforeAll, expect, test } from 'vitest'
import { listIssues, readIssue, sendException } from '../../testing/issues.ts'
import type { ExceptionOptions } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import type { Event, EventsAnswer, Issue, TrendAnswer } from '../../../contract/issues.ts'
import type { Problem } from '../../../contract/problem.ts'

const HOUR = 3_600_000

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const send = (options: ExceptionOptions) => sendException(store, options)
const list = (query: string) => listIssues(store, query)
const post = <Body>(path: string, body: unknown) =>
  store.ask<Body>(path, { method: 'POST', body: JSON.stringify(body) })

test('two merged issues are one everywhere, also for later occurrences, and can be unmerged', async () => {
  const service = 'joined-web'
  const attributes = { 'user.id': 'ann' }
  const target = await send({ service, message: 'Target', at: Date.now() - 3 * HOUR, attributes })
  const source = await send({ service, message: 'Source', at: Date.now() - 2 * HOUR, attributes })
  await send({ service, message: 'Source', at: Date.now() - HOUR, attributes: { 'user.id': 'bob' } })

  const merged = await post<Issue>(`/api/issues/${source}/merge`, { into: target })
  expect([merged.status, merged.body.id, merged.body.count, merged.body.users, merged.body.message]).toEqual([
    200,
    target,
    3,
    2,
    'Source',
  ])
  expect(await send({ service, message: 'Source' })).toBe(target)

  for (const sort of ['change', 'count', 'users']) {
    const { issues, total, counts } = await list(`service=${service}&sort=${sort}`)
    expect([issues.map((issue) => [issue.id, issue.count, issue.users]), total, counts.new]).toEqual([
      [[target, 4, 3]],
      1,
      1,
    ])
    expect(issues[0]!.trend.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(4)
  }
  const answer = await readIssue(store, source)
  expect([
    answer.issue.id,
    answer.merged,
    answer.latest.message,
    answer.breakdowns.browser[0]?.count,
  ]).toEqual([target, [source], 'Source', 4])
  const { events } = (await store.ask<EventsAnswer>(`/api/issues/${target}/events`)).body
  expect(events.map((event) => event.message)).toEqual(['Source', 'Source', 'Source', 'Target'])
  const oldest = (await store.ask<Event>(`/api/events/${events[3]!.digest}`)).body
  expect([oldest.previous, oldest.next]).toEqual([null, events[2]!.digest])

  await store.ask(`/api/issues/${source}`, { method: 'PATCH', body: JSON.stringify({ status: 'resolved' }) })
  expect((await readIssue(store, target)).issue.status).toBe('resolved')
  await send({ service, message: 'Source', at: Date.now() + 1_000 })
  expect((await readIssue(store, target)).issue.status).toBe('regressed')
  expect(
    (await store.ask<TrendAnswer>(`/api/trend?service=${service}`)).body.buckets.reduce(
      (sum, bucket) => sum + bucket.fresh,
      0,
    ),
  ).toBe(5)

  const parted = await post<Issue>(`/api/issues/${target}/unmerge`, { fingerprint: source })
  expect([parted.status, parted.body.id, parted.body.count]).toEqual([200, target, 1])
  expect((await readIssue(store, source)).issue).toMatchObject({ id: source, count: 4, message: 'Source' })
  expect((await readIssue(store, target)).merged).toBeUndefined()
  expect(await send({ service, message: 'Source' })).toBe(source)
})

test('merging an issue includes the issues merged into it, also after a restart', async () => {
  const [first, second, third] = [
    await send({ message: 'One' }),
    await send({ message: 'Two' }),
    await send({ message: 'Three' }),
  ]
  await post(`/api/issues/${first}/merge`, { into: second })
  await post(`/api/issues/${second}/merge`, { into: third })
  expect((await readIssue(store, first)).issue).toMatchObject({ id: third, count: 3 })

  await store.kill()
  store = await startStore({ folder: store.folder })
  expect((await readIssue(store, first)).issue).toMatchObject({ id: third, count: 3 })
  const refused = await post<Problem>(`/api/issues/${third}/merge`, { into: first })
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
  const answer = await post<Problem>(`/api/issues/${id}/${path}`, body)
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)])
  expect((await post(`/api/issues/ffffffffffffffff/${path}`, { into: id, fingerprint: id })).status).toBe(404)
})
