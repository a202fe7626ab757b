// Responses of the API over distributed tables and over plain tables are the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueAnswer } from '../../../contract/issues.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { changeIssue, listIssues, readEvent } from '../../testing/issues.ts'
import {
  eventRecord,
  exception,
  logs,
  newDigest,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../../testing/otlp.ts'
import { endOf, runStore } from '../../testing/store.ts'
import { storeOfFile, storeOfTest } from '../../testing/suite.ts'

let server: ClickhouseStandIn
beforeAll(async () => {
  server = await startClickhouseStandIn({ cluster: 'errata' })
})
afterAll(() => server.stop())
const env = () => ({ CLICKHOUSE_URL: server.url, CLICKHOUSE_CLUSTER: 'errata' })
const distributed = storeOfFile({ env })
const plain = storeOfFile()

const STORES = [distributed, plain]

test('responses equal the responses of plain tables, and repeated requests count once', async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const [traceId, root, child] = [newTraceId(), newSpanId(), newSpanId()]
  const digests = [newDigest(), newDigest(), newDigest()]
  const attributes = { 'http.route': '/basket', 'user.id': 'ann' }
  const list = [
    span({ traceId, spanId: root, at: now - 5_000, milliseconds: 900, attributes }),
    span({ traceId, spanId: child, parentSpanId: root, name: 'GET /api', at: now - 4_900, error: true }),
    span({ name: 'other', at: now - 7_000 }),
  ]
  const [first = {}, second = {}, third = {}] = digests.map((digest, at) => ({
    digest,
    at: now - 4_000 + at * 1_000,
  }))
  const text = { 'errata.feedback.text': 'It broke', 'errata.digest': digests[0]! }
  const requests = [
    exception({ ...first, traceId, spanId: child, release: '1.0.0' }),
    exception({ ...second, release: '2.0.0', attributes: { 'user.id': 'bob' } }),
    exception({ ...third, message: 'Something else', stacktrace: '' }),
    logs([vitalRecord({ value: 1_800, at: now - 1_000 })]),
    logs([eventRecord('user.feedback', text, now - 500)]),
  ]
  for (const store of [distributed, plain, distributed]) {
    await store.send('traces', spans(list))
    for (const request of requests) await store.send('logs', request)
  }

  const ids: string[] = []
  for (const digest of digests) ids.push((await readEvent(plain, digest)).issueId)
  const [id, , last] = ids as [string, string, string]
  const [from, to] = [now - 3_600_000, now + 60_000].map((at) => new Date(at).toISOString())
  const period = `from=${from}&to=${to}`
  for (const store of STORES) {
    const change = { status: 'resolved', inNextRelease: true, assignee: 'ann' }
    expect(await changeIssue(store, id, change)).toMatchObject({ status: 'resolved', assignee: 'ann' })
    const waiting = await store.patch('/api/issues', { ids: [last], until: { events: 1_000 } })
    const note = await store.post(`/api/issues/${id}/notes`, { body: 'Seen before' })
    expect([waiting.status, note.status]).toEqual([200, 201])
  }
  for (const path of [
    ...['change', 'lastSeen', 'firstSeen', 'count', 'users'].map(
      (sort) => `/api/issues?status=new,regressed,ongoing,resolved,ignored&sort=${sort}&${period}`,
    ),
    `/api/issues?${period}&q=-user:bob browser:chrome "something"`,
    `/api/issues/${id}/events?${period}`,
    `/api/facets?of=issues&${period}`,
    `/api/facets?of=traces&${period}`,
    ...digests.map((digest) => `/api/events/${digest}`),
    `/api/events/${digests[0]}.md`,
    `/api/traces?${period}`,
    `/api/traces?status=error&operation=page.load&minDurationNs=1000&attribute=http.route:/basket&${period}`,
    `/api/traces?attribute=user.id:ann&${period}`,
    `/api/traces/${traceId}`,
    `/api/traces/${traceId}/spans/${root}`,
    `/api/operations?${period}`,
    `/api/releases?${period}`,
    `/api/vitals?${period}`,
    `/api/services`,
    `/api/feedback?issue=${id}&${period}`,
    `/api/issues?${period}&q=has:feedback`,
    `/api/trend?${period}`,
  ])
    expect(withoutReception(await distributed.read(path)), path).toEqual(
      withoutReception(await plain.read(path)),
    )
  const path = `/api/issues/${id}?${period}`
  const [actual, expected] = [await distributed.read<IssueAnswer>(path), await plain.read<IssueAnswer>(path)]
  const { issue, breakdowns, latest, activity } = expected
  const changes = activity.map(({ change }) => expect.objectContaining({ change }))
  expect(actual).toMatchObject({
    issue,
    breakdowns,
    latest: withoutReception(latest),
    activity: changes,
    notes: [{ body: 'Seen before' }],
  })
  expect((await distributed.status()).rows).toEqual((await plain.status()).rows)

  for (const store of STORES) {
    expect((await store.post(`/api/issues/${last}/merge`, { into: id })).status).toBe(200)
    const { issues } = await listIssues(store, `status=new,resolved,regressed,ignored&${period}`)
    expect(issues.map((row) => [row.id, row.count])).toEqual([[id, 3]])
    expect((await store.post(`/api/issues/${id}/unmerge`, { fingerprint: last })).status).toBe(200)
  }
})

test('the rows are in the tables of the shard, and another start finds them', async () => {
  const tables = await server.ask<{ name: string; engine: string }>(
    `SELECT name, engine FROM system.tables WHERE database = 'otel' AND engine != 'MaterializedView'`,
  )
  const local = tables.filter((table) => table.engine.endsWith('MergeTree')).map((table) => table.name)
  expect(local.every((name) => name.endsWith('_local'))).toBe(true)
  const over = tables.filter((table) => table.engine === 'Distributed').map(({ name }) => `${name}_local`)
  expect(over.toSorted()).toEqual(local.toSorted())
  const again = await storeOfTest({ env: { ...env(), RETENTION_DAYS: '40' } })
  expect((await listIssues(again, 'status=new,resolved,ignored')).total).toBe(2)
})

test('a cluster without a server or with an invalid name is rejected with one message', async () => {
  expect(await output({ CLICKHOUSE_CLUSTER: 'errata' })).toMatch(
    /^CLICKHOUSE_CLUSTER is "errata", but only a server has clusters: set CLICKHOUSE_URL/,
  )
  expect(
    await output({ CLICKHOUSE_URL: 'http://clickhouse.example:8123/otel', CLICKHOUSE_CLUSTER: `a'b` }),
  ).toMatch(/^CLICKHOUSE_CLUSTER is "a'b", but must be a name/)
})

async function output(env: Record<string, string>): Promise<string> {
  return (await endOf(runStore({ DATA_DIR: plain.folder, ...env }))).output
}

/** Each store has received the same events at another time. */
function withoutReception<Answer>(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'received' ? undefined : value)))
}
