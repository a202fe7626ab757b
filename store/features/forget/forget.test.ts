// Persons are deleted from everything that a store has, of both engines, and from nobody else.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DeliveriesAnswer } from '../../../contract/alerts.ts'
import type { FeedbackAnswer } from '../../../contract/feedback.ts'
import type { ExportAnswer, ForgetAnswer } from '../../../contract/forget.ts'
import type { Issue } from '../../../contract/issues.ts'
import { createSequence } from '../../../server/event-loop.ts'
import { readConfig } from '../../config.ts'
import { openEngine } from '../../database/engine/open.ts'
import { startClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import {
  feedbackRecord,
  findInFiles,
  findInTables,
  sendPerson,
  waitForDeletions,
  type TestPerson,
} from '../../testing/forget.ts'
import { readEvent, readIssue, sendException } from '../../testing/issues.ts'
import { sendSnapshot, snapshotOf } from '../../testing/snapshots.ts'
import type { TestStore } from '../../testing/store.ts'
import { logRecord, logs as logsOf, newTraceId, span, spans } from '../../testing/otlp.ts'
import { newName, storeOfTest } from '../../testing/suite.ts'
import { addWebhook, AT_ONCE, startWebhook } from '../alerts/testing/webhook.ts'

/** Columns with texts of a person. `sampled_spans` has one trace in eight. */
const COLUMNS = {
  exceptions: ['Attributes', 'Digest', 'Message', 'Occurrence', 'SessionId', 'TraceId', 'Url', 'UserId'],
  feedback: ['Digest', 'Email', 'GivenDigest', 'SessionId', 'Text', 'UserId'],
  issues: ['LatestDigest', 'Message'],
  otel_logs: ['Body', 'LogAttributes', 'TraceId'],
  otel_traces: ['Events.Attributes', 'SpanAttributes', 'TraceId'],
  otel_traces_trace_id_ts: ['TraceId'],
  snapshot_contents: ['Data'],
  snapshots: ['Digest', 'Events', 'GivenDigests', 'SessionId', 'TraceId', 'UserId'],
  trace_summaries: ['TraceId', 'User'],
  trace_users: ['TraceId', 'Value'],
}

/** What a person saw at their first error, and a recording of the second one, which names its digest. */
async function sendSnapshots(store: TestStore, { user, session, digests, texts }: TestPerson): Promise<void> {
  const [, , text, trace] = texts as [string, string, string, string]
  const page = snapshotOf(digests[0]!, text, { user, session, trace })
  await sendSnapshot(store, page)
  const events = [{ at: page.at, text: `click ${text}`, page: 0 }]
  const pages = [`<html><head></head><body>${text}3</body></html>`]
  const recording = snapshotOf('', `${text}2`, {
    source: 'sentry',
    givenDigests: [digests[1]!],
    user,
    events,
    pages,
  })
  await sendSnapshot(store, recording)
}

const PLACES = Object.entries(COLUMNS).flatMap(([table, columns]) =>
  columns.map((name) => `${table}.${name}`),
)

const COUNTS = { exceptions: 2, spans: 3, logs: 5 }

type Texts = { deleted: string[]; others: string[] }

/** A process has one engine. */
const inTurn = createSequence()

/** Deletes one of two persons, and compares everything before and after. Returns the texts of both. */
async function deleteOne(store: TestStore): Promise<Texts> {
  const other = await sendPerson(store, newName(), { at: Date.now() - 120_000 })
  const person = await sendPerson(store, newName())
  for (const each of [other, person]) await sendSnapshots(store, each)
  const { issueId } = await readEvent(store, person.digests[0]!)
  const before = await readIssue(store, issueId)
  expect(before.issue.message).toContain(person.texts[2])
  for (const [name, list, search] of [
    ['Hers', 'issues', `?q=${encodeURIComponent(`user:${person.user}`)}`],
    ['In another case', 'issues', `?q=${encodeURIComponent(`user:${person.user.toUpperCase()}`)}`],
    ['Her traces', 'traces', `?attribute=${encodeURIComponent(`user.id:${person.user}`)}`],
    [`Errors of ${person.user}`, 'issues', '?q=failed'],
  ])
    expect((await store.post('/api/searches', { name, list, search })).status).toBe(201)
  const refused = join(store.folder, 'store', 'refused')
  mkdirSync(refused, { recursive: true })
  writeFileSync(join(refused, '1-0001-logs.json'), `{"${person.user}`)

  const request = { userId: person.user }
  expect(await store.post('/api/forget', { ...request, preview: true })).toMatchObject({
    status: 200,
    body: COUNTS,
  })
  const answer = await store.post<ForgetAnswer>('/api/forget', { ...request, now: true })
  expect(answer).toMatchObject({ status: 202, body: COUNTS })
  const [deletion] = await waitForDeletions(store)
  expect(deletion).toMatchObject({ kind: 'user', ...COUNTS, doneBy: answer.body.doneBy })
  expect(Date.parse(deletion!.doneAt!)).toBeLessThan(Date.parse(answer.body.doneBy!))
  expect(JSON.stringify(deletion)).not.toContain(person.user)

  expect((await store.ask(`/api/events/${person.digests[0]}`)).status).toBe(404)
  expect((await readEvent(store, other.digests[0]!)).userId).toBe(other.user)
  const after = await readIssue(store, issueId)
  // The title is of the occurrence that remains; the total counts all.
  expect(after.issue.message).toContain(other.texts[2])
  expect(after.latest.digest).toBe(other.digests[0])
  const { body } = await store.post<ForgetAnswer>('/api/forget', { userId: other.user, preview: true })
  expect(body).toEqual(COUNTS)
  expect((await store.post('/api/forget', { ...request, preview: true })).body).toEqual({
    exceptions: 0,
    spans: 0,
    logs: 0,
  })
  expect((await store.read<{ searches: unknown[] }>('/api/searches')).searches).toEqual([])
  return { deleted: person.texts, others: other.texts }
}

// Those that wait until replaced parts leave the disk do so together.
test.concurrent('nothing of a deleted user is in a table or in a file, and counts stay', async (context) => {
  const store = await storeOfTest({}, context.onTestFinished)
  const { deleted, others } = await deleteOne(store)
  await store.end()
  expect(findInFiles(store.folder, deleted)).toEqual([])
  await inTurn(async () => {
    const engine = await openEngine(readConfig({ DATA_DIR: store.folder }))
    try {
      const ask = <Row>(sql: string): Promise<Row[]> => engine.query<Row>(sql)
      expect(await findInTables(ask, deleted)).toEqual([])
      // The search finds the other person wherever the tables have one.
      const places = new Set((await findInTables(ask, others)).map((place) => place.split(':')[0]!))
      expect(PLACES.filter((place) => !places.has(place))).toEqual([])
      expect(await ask('SELECT sum(Count) AS count, uniqMerge(Users) AS users FROM issues')).toEqual([
        { count: 4, users: 2 },
      ])
    } finally {
      await engine.close()
    }
  })
})

test.concurrent.for(['', 'errata'])('the same on a server, with the cluster "%s"', (cluster, context) =>
  inTurn(async () => {
    const server = await startClickhouseStandIn({ cluster })
    const env = { CLICKHOUSE_URL: server.url, ...(cluster && { CLICKHOUSE_CLUSTER: cluster }) }
    try {
      const store = await storeOfTest({ env }, context.onTestFinished)
      const { deleted } = await deleteOne(store)
      expect(findInFiles(store.folder, deleted)).toEqual([])
      expect(await findInTables((sql) => server.ask(sql), deleted)).toEqual([])
    } finally {
      await server.stop()
    }
  }),
)

test.concurrent('an address that somebody gave with a text names a user', async (context) => {
  const store = await storeOfTest({}, context.onTestFinished)
  const [name, other] = [newName(), newName()]
  await store.send('logs', logsOf([feedbackRecord(name, {}), feedbackRecord(other, { 'user.id': 'other' })]))
  const userId = `${name}@shop.example`
  const exported = await store.read<ExportAnswer>(`/api/export?userId=${userId}`)
  expect(JSON.stringify(exported.logs)).toContain(`I paid ${name}`)
  const answer = await store.post<ForgetAnswer>('/api/forget', { userId, now: true })
  expect(answer.body).toMatchObject({ exceptions: 0, spans: 0, logs: 1 })
  await waitForDeletions(store)
  const { feedback } = await store.read<FeedbackAnswer>('/api/feedback')
  expect(feedback.map(({ text }) => text)).toEqual([`I paid ${other}`])
})

test.concurrent('the history of alerts loses the texts of a deleted user', async (context) => {
  const webhook = await startWebhook()
  const store = await storeOfTest({ env: { ALERT_TARGETS: '127.0.0.1' } }, context.onTestFinished)
  const { id } = await addWebhook(store, webhook, AT_ONCE)
  await store.post('/api/rules', { name: 'Feedback', when: 'feedback', channels: [id] })
  const [userId, message] = [newName(), `Failed for ${newName()}`]
  await sendException(store, { message, attributes: { 'user.id': userId } })
  const titles = async () =>
    (await store.read<DeliveriesAnswer>('/api/deliveries')).deliveries.map(({ title }) => title)
  await webhook.received(1)
  await context.expect.poll(titles).toEqual([expect.stringContaining(message)])
  const text = newName()
  await store.send('logs', logsOf([feedbackRecord(text, { 'user.id': userId })]))
  const [, written] = await webhook.received(2)
  expect(written!.message).toMatchObject({
    type: 'feedback.new',
    data: { text: expect.stringMatching(`Feedback: I paid ${text}[^]*${text}@shop.example`) },
  })
  await store.post('/api/forget', { userId, now: true })
  await waitForDeletions(store)
  expect(await titles()).toEqual(['(deleted)', '(deleted)'])
  await store.end()
  expect(findInFiles(store.folder, [text, userId])).toEqual([])
  webhook.close()
})

test('an export has every row of a user and nothing of others', async () => {
  const store = await storeOfTest()
  const person = await sendPerson(store, newName())
  const other = await sendPerson(store, newName())
  for (const each of [other, person]) await sendSnapshots(store, each)
  const exported = await store.read<ExportAnswer>(`/api/export?userId=${person.user}`)
  const { exceptions, spans, logs } = exported
  expect([exceptions.length, spans.length, logs.length]).toEqual([2, 3, 5])
  expect(exported.snapshots.map(({ HtmlText }) => HtmlText)).toEqual([
    expect.stringContaining(`<p>${person.texts[2]}</p>`),
    expect.stringContaining(`<p>${person.texts[2]}2</p>`),
  ])
  const pages = exported.snapshots.flatMap(({ PageTexts }) => PageTexts)
  expect(pages).toEqual([expect.stringContaining(`<body>${person.texts[2]}3</body>`)])
  expect(exported).toMatchObject({ userId: person.user, sessionId: null })
  const text = JSON.stringify(exported)
  expect(person.texts.filter((part) => !text.includes(part))).toEqual([])
  expect(other.texts.filter((part) => text.includes(part))).toEqual([])
  const ofSession = await store.read<ExportAnswer>(`/api/export?sessionId=${person.session}`)
  expect({ ...ofSession, at: '' }).toEqual({ ...exported, userId: null, sessionId: person.session, at: '' })
})

test('an export has what servers did in a trace that only the span of a page names the user of', async () => {
  const store = await storeOfTest()
  const [traceId, user] = [newTraceId(), newName()]
  const page = span({ traceId, attributes: { 'user.id': user } })
  const server = span({ traceId, parentSpanId: page.spanId!, name: 'GET /me' })
  await store.send('traces', spans([page]))
  await store.send('traces', spans([server], { service: 'orders-api' }))
  await store.send('logs', logsOf([logRecord({ traceId }), logRecord()], { service: 'orders-api' }))
  const exported = await store.read<ExportAnswer>(`/api/export?userId=${user}`)
  expect([exported.spans.length, exported.logs.length]).toEqual([2, 1])
})

test('an issue and one occurrence are deleted at once', async () => {
  const store = await storeOfTest()
  const first = await sendPerson(store, newName(), { at: Date.now() - 120_000 })
  const second = await sendPerson(store, newName())
  const [digest, ofSpan] = second.digests as [string, string]
  await store.send('logs', logsOf([feedbackRecord('it hung', { 'errata.digest': ofSpan })]))
  const wordsOf = async () =>
    (await store.read<FeedbackAnswer>('/api/feedback')).feedback.map(({ digest: about }) => about)
  expect(new Set(await wordsOf())).toEqual(new Set([first.digests[0], digest, ofSpan]))
  const { issueId } = await readEvent(store, digest)
  expect((await store.ask(`/api/events/${digest.toLowerCase()}`, { method: 'DELETE' })).status).toBe(204)
  expect((await store.ask(`/api/events/${digest}`, { method: 'DELETE' })).status).toBe(404)
  const { issue, latest } = await readIssue(store, issueId)
  expect(latest.digest).toBe(first.digests[0])
  expect(issue.count).toBe(1)
  expect(await wordsOf()).toEqual([ofSpan, first.digests[0]])

  const { issueId: other, traceId } = await readEvent(store, ofSpan)
  expect((await store.ask(`/api/issues/${other}`, { method: 'DELETE' })).status).toBe(204)
  expect((await store.ask(`/api/issues/${other}`)).status).toBe(404)
  const { issues } = await store.read<{ issues: Issue[] }>('/api/issues?range=24h')
  expect(issues.map(({ id }) => id)).toEqual([issueId])
  expect(await wordsOf()).toEqual([first.digests[0]])
  // The span stays, without its exception.
  const trace = await store.read<{ spans: unknown[] }>(`/api/traces/${traceId}`)
  expect(trace.spans.length).toBe(3)
  expect(JSON.stringify(trace)).not.toContain('Failed for')
})
