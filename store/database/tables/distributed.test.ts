// Responses of the API over distributed tables and over plain tables are the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { readEvent } from '../../testing/issues.ts'
import {
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

/** Sends the same request to both; returns their responses. */
async function both(path: string, request?: RequestInit): Promise<unknown[]> {
  return Promise.all(
    [distributed, plain].map(async (store) => {
      const { status, body } = await store.ask(path, request)
      return { status, body }
    }),
  )
}

test('responses equal the responses of plain tables, and repeated requests count once', async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const [traceId, root, child] = [newTraceId(), newSpanId(), newSpanId()]
  const digests = [newDigest(), newDigest(), newDigest()]
  const bodies: ['traces' | 'logs', unknown][] = [
    [
      'traces',
      spans([
        span({
          traceId,
          spanId: root,
          at: now - 5_000,
          milliseconds: 900,
          attributes: { 'http.route': '/basket', 'user.id': 'ann' },
        }),
        span({
          traceId,
          spanId: child,
          parentSpanId: root,
          name: 'GET /api',
          at: now - 4_900,
          error: true,
        }),
        span({ name: 'other', at: now - 7_000 }),
      ]),
    ],
    ['logs', exception({ digest: digests[0]!, at: now - 4_000, traceId, spanId: child, release: '1.0.0' })],
    [
      'logs',
      exception({
        digest: digests[1]!,
        at: now - 3_000,
        release: '2.0.0',
        attributes: { 'user.id': 'bob' },
      }),
    ],
    ['logs', exception({ digest: digests[2]!, at: now - 2_000, message: 'Something else', stacktrace: '' })],
    ['logs', logs([vitalRecord({ value: 1_800, at: now - 1_000 })])],
  ]
  for (const [signal, body] of bodies)
    for (const store of [distributed, plain, distributed]) await store.send(signal, body)

  const [first, , last] = await Promise.all(
    digests.map(async (digest) => (await readEvent(plain, digest)).issueId),
  )
  const [from, to] = [now - 3_600_000, now + 60_000].map((at) => new Date(at).toISOString())
  const period = `from=${from}&to=${to}`
  const change = { status: 'resolved', inNextRelease: true, assignee: 'ann' }
  expect(await both(`/api/issues/${first}`, { method: 'PATCH', body: JSON.stringify(change) })).toMatchObject(
    [
      { status: 200, body: { status: 'resolved', assignee: 'ann' } },
      { status: 200, body: { status: 'resolved', assignee: 'ann' } },
    ],
  )
  const waiting = { until: { events: 1_000 } }
  expect(
    await both(`/api/issues`, { method: 'PATCH', body: JSON.stringify({ ids: [last], ...waiting }) }),
  ).toMatchObject([{ status: 200 }, { status: 200 }])
  for (const store of [distributed, plain])
    expect(
      (await store.ask(`/api/issues/${first}/notes`, { method: 'POST', body: '{"body":"Seen before"}' }))
        .status,
    ).toBe(201)
  for (const path of [
    ...['change', 'lastSeen', 'firstSeen', 'count', 'users'].map(
      (sort) => `/api/issues?status=new,regressed,ongoing,resolved,ignored&sort=${sort}&${period}`,
    ),
    `/api/issues?${period}&q=-user:bob browser:chrome "something"`,
    `/api/issues/${first}/events?${period}`,
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
    `/api/trend?${period}`,
  ]) {
    const [a, b] = await both(path)
    expect(a, path).toEqual(b)
    expect(a, path).toMatchObject({ status: 200 })
  }
  const [a, b] = (await both(`/api/issues/${first}?${period}`)) as {
    body: {
      issue: unknown
      breakdowns: unknown
      latest: unknown
      notes: { body: string }[]
      activity: { change: string }[]
    }
  }[]
  expect([a!.body.issue, a!.body.breakdowns, a!.body.latest]).toEqual([
    b!.body.issue,
    b!.body.breakdowns,
    b!.body.latest,
  ])
  expect(a!.body.activity.map((entry) => entry.change)).toEqual(b!.body.activity.map((entry) => entry.change))
  expect(a!.body.notes.map((note) => note.body)).toEqual(['Seen before'])
  const [actual, expected] = (await both('/api/status')) as { body: { rows: unknown } }[]
  expect(actual!.body.rows).toEqual(expected!.body.rows)

  // Issues can be merged and unmerged.
  for (const store of [distributed, plain]) {
    expect((await store.post(`/api/issues/${last}/merge`, { into: first })).status).toBe(200)
    expect(
      (
        await store.read<IssuesAnswer>(`/api/issues?status=new,resolved,regressed,ignored&${period}`)
      ).issues.map(({ id, count }) => [id, count]),
    ).toEqual([[first, 3]])
    expect((await store.post(`/api/issues/${first}/unmerge`, { fingerprint: last })).status).toBe(200)
  }
})

test('the rows are in the tables of the shard, and another start finds them', async () => {
  const tables = await server.ask<{ name: string; engine: string }>(
    `SELECT name, engine FROM system.tables WHERE database = 'otel' AND engine != 'MaterializedView'`,
  )
  const local = tables.filter((table) => table.engine.endsWith('MergeTree')).map((table) => table.name)
  expect(local.every((name) => name.endsWith('_local'))).toBe(true)
  expect(
    tables
      .filter((table) => table.engine === 'Distributed')
      .map((table) => `${table.name}_local`)
      .toSorted(),
  ).toEqual(local.toSorted())
  const again = await storeOfTest({ env: { ...env(), RETENTION_DAYS: '40' } })
  expect((await again.read<IssuesAnswer>('/api/issues?status=new,resolved,ignored')).total).toBe(2)
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
