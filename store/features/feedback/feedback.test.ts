// What users wrote: stored once, found by the error, and searched.
import { beforeAll, expect, test } from 'vitest'
import type { FeedbackAnswer } from '../../../contract/feedback.ts'
import type { IssueAnswer } from '../../../contract/issues.ts'
import { listIssues, readEvent, sendException } from '../../testing/issues.ts'
import { eventRecord, exception, logs, newDigest } from '../../testing/otlp.ts'
import { newName, sharedStore, storeOfTest } from '../../testing/suite.ts'

const MINUTE = 60_000
const store = sharedStore()

/** A record as a page sends it. */
function record(text: string, attributes: Record<string, string> = {}, minutes = 0) {
  const all = { 'log.record.uid': newName(), 'errata.feedback.text': text, ...attributes }
  return eventRecord('user.feedback', all, Date.now() - minutes * MINUTE)
}

const ask = (query: string) => store.read<FeedbackAnswer>(`/api/feedback?${query}`)
const textsOf = async (query: string) => (await ask(query)).feedback.map(({ text }) => text)

test('a text has its error, user and page, and one that is sent twice is stored once', async () => {
  const [service, digest] = [newName(), newDigest()]
  const sent = record('The <script>alert(1)</script> total is "wrong" 🙁', {
    'errata.digest': digest,
    'errata.feedback.email': 'ann@shop.example',
    'user.id': 'ann',
    'session.id': 's-1',
    'url.full': 'https://shop.example/basket',
  })
  // In another request each time, as the next page sends it. The error comes last.
  await store.send('logs', logs([sent], { service }))
  await store.send('logs', logs([sent, record('nothing', {}, 1)], { service }))
  expect(await ask(`service=${service}`)).toMatchObject({
    total: 2,
    feedback: [
      { digest, issueId: null, type: null, message: null },
      { digest: null, email: null },
    ],
  })
  const issueId = await sendException(store, { service, digest, type: 'CartError', message: 'No total' })
  const { feedback, nextCursor } = await ask(`service=${service}&digest=${digest}`)
  expect(feedback).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      text: 'The <script>alert(1)</script> total is "wrong" 🙁',
      email: 'ann@shop.example',
      name: null,
      digest,
      issueId,
      type: 'CartError',
      message: 'No total',
      service,
      release: '4.1.0',
      environment: 'production',
      userId: 'ann',
      sessionId: 's-1',
      traceId: '',
      url: 'https://shop.example/basket',
    },
  ])
  expect(nextCursor).toBeNull()
})

test('a digest that a user has typed, and the id of another SDK, lead to the error', async () => {
  const [service, digest, eventId] = [newName(), newDigest(), newName()]
  await store.send('logs', exception({ service, digest }))
  await store.send('logs', exception({ service, attributes: { 'errata.given_digest': eventId } }))
  const typed = `${digest.slice(0, 4)}-${digest.slice(4)}`.toLowerCase().replaceAll('0', 'o')
  const texts = [
    record('typed', { 'errata.given_digest': typed }, 2),
    record('by an id', { 'errata.given_digest': eventId, 'errata.feedback.name': 'Ann' }, 1),
    record('unknown', { 'errata.given_digest': 'no-such-id' }),
  ]
  await store.send('logs', logs(texts, { service }))
  const { feedback } = await ask(`service=${service}`)
  expect(feedback.map(({ text, digest, issueId, name }) => [text, digest, issueId !== null, name])).toEqual([
    ['unknown', 'no-such-id', false, null],
    ['by an id', expect.stringMatching(/^[0-9A-Z]{8}$/), true, 'Ann'],
    ['typed', digest, true, null],
  ])
  expect((await readEvent(store, feedback[1]!.digest!)).issueId).toBe(feedback[1]!.issueId)
})

test('10,000 characters are cut after 4,096, and a record without a text is left out', async () => {
  const service = newName()
  const long = '読'.repeat(10_000)
  await store.send('logs', logs([record(long), record('')], { service }))
  expect(await textsOf(`service=${service}`)).toEqual([`${long.slice(0, 4_096)}…`])
})

test('an issue has the texts about its errors, also after a merge, and a search finds it', async () => {
  const service = newName()
  const digests = [newDigest(), newDigest(), newDigest()]
  const ids: string[] = []
  for (const [at, type] of ['A', 'B', 'C'].entries())
    ids.push(await sendException(store, { service, type, message: type, digest: digests[at]! }))
  const texts = digests
    .slice(0, 2)
    .map((digest, at) => record(`about ${'AB'[at]}`, { 'errata.digest': digest }, at))
  await store.send('logs', logs([...texts, record('about nothing')], { service }))
  const typesOf = async (q: string) =>
    (await listIssues(store, `service=${service}&q=${encodeURIComponent(q)}`)).issues
      .map(({ type }) => type)
      .toSorted()
  expect(await typesOf('has:feedback')).toEqual(['A', 'B'])
  expect(await typesOf('-has:feedback')).toEqual(['C'])
  expect(await typesOf('has:feedback type:B')).toEqual(['B'])
  expect(await typesOf('has:anything')).toEqual([])
  expect(await textsOf(`issue=${ids[0]}`)).toEqual(['about A'])
  expect((await store.read<IssueAnswer>(`/api/issues/${ids[0]}`)).feedback).toBe(1)
  expect(await store.read<IssueAnswer>(`/api/issues/${ids[2]}`)).not.toHaveProperty('feedback')
  await store.post(`/api/issues/${ids[1]}/merge`, { into: ids[2] })
  expect(await typesOf('has:feedback')).toEqual(['A', 'C'])
  expect(await textsOf(`issue=${ids[2]}`)).toEqual(['about B'])
  expect(await textsOf(`issue=${ids[1]}`)).toEqual(['about B'])
  expect((await ask(`issue=${ids[2]}`)).feedback).toMatchObject([{ issueId: ids[2], type: 'B' }])
})

const service = newName()
beforeAll(async () => {
  const records = Array.from({ length: 7 }, (_, at) =>
    record(`Text ${at}`, { 'errata.feedback.email': `ann${at}@shop.example`, 'user.id': `u-${at % 2}` }, at),
  )
  // At the instant of another one.
  const { timeUnixNano } = records[3]!
  records.push({ ...record('Text 3 again'), timeUnixNano: timeUnixNano! })
  await store.send('logs', logs(records, { service }))
})

test('pages of any length have each text once, latest first', async () => {
  const all = (await ask(`service=${service}`)).feedback
  expect(all).toHaveLength(8)
  for (const limit of [1, 3, 8]) {
    const pages = await store.readPages<FeedbackAnswer>(`/api/feedback?service=${service}&limit=${limit}`)
    expect(pages.flatMap(({ feedback }) => feedback)).toEqual(all)
    expect(pages.map(({ total }) => total).filter(Number)).toEqual([8])
  }
})

test('texts are searched by their words and by the user', async () => {
  expect(await textsOf(`service=${service}&q=TEXT 3 a`)).toEqual(['Text 3 again'])
  expect(await textsOf(`service=${service}&q=ann5@`)).toEqual(['Text 5'])
  expect(await textsOf(`service=${service}&q=%25`)).toEqual([])
  expect(await textsOf(`service=${service}&user=u-1`)).toEqual(['Text 1', 'Text 3', 'Text 5'])
  expect(await textsOf(`service=${service}&release=other`)).toEqual([])
  const [from, to] = [4.5, 1.5].map((minutes) => new Date(Date.now() - minutes * MINUTE).toISOString())
  expect((await ask(`service=${service}&from=${from}&to=${to}`)).total).toBe(4)
  expect(await store.ask(`/api/feedback?cursor=abc`)).toMatchObject({ status: 400 })
  expect(await store.ask(`/api/feedback?range=2y`)).toMatchObject({ status: 400 })
})

test('a crash loses no text and counts none twice', async () => {
  const own = await storeOfTest()
  const sent = logs([record('first'), record('second')])
  await own.send('logs', sent)
  await own.restart()
  await own.send('logs', sent)
  const { total, feedback } = await own.read<FeedbackAnswer>('/api/feedback')
  expect([total, feedback.map(({ text }) => text).toSorted()]).toEqual([2, ['first', 'second']])
})
