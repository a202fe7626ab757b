// A store is copied to a ClickHouse server and back, and answers the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { runCommand, type Result } from '../../testing/command.ts'
import { exception, newDigest, newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { endOf, makeFolder, runStore, startStore, type TestStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'

const DIGEST = newDigest()
const TRACE_ID = newTraceId()
const PATHS = [
  '/api/issues',
  '/api/traces',
  '/api/operations',
  '/api/releases',
  '/api/services',
  '/api/facets?of=traces',
  `/api/events/${DIGEST}`,
  `/api/traces/${TRACE_ID}`,
]

const folder = makeFolder()
let server: ClickhouseStandIn
let before: unknown[]
beforeAll(async () => {
  server = await startClickhouseStandIn()
  const store = await startStore({ folder })
  const user = { 'user.id': 'ann', 'session.id': 'abc' }
  for (const message of ['First', 'Second', 'First'])
    await store.send('logs', exception({ message, stacktrace: '', attributes: user }))
  await store.send('logs', exception({ digest: DIGEST, traceId: TRACE_ID, message: 'Third', stacktrace: '' }))
  await store.send('traces', spans([span({ traceId: TRACE_ID, spanId: newSpanId(), attributes: user })]))
  const [issue] = (await store.read<IssuesAnswer>('/api/issues')).issues
  await store.patch(`/api/issues/${issue!.id}`, { assignee: 'ann' })
  before = await answers(store)
  await store.end()
})
afterAll(() => server.stop())

test('a copy that was interrupted is refused by a start, and the next copy starts anew', async () => {
  const interrupted = copy('to-clickhouse', folder)
  await server.goAwayAmidInsert()
  expect((await interrupted).code).not.toBe(0)
  await server.comeBack()
  const variables = { DATA_DIR: makeFolder(), CLICKHOUSE_URL: server.url }
  const { code, output } = await endOf(runStore(variables))
  expect([code, output]).toEqual([1, expect.stringMatching(/^A copy into these tables was interrupted: /)])
  expect((await copy('from-clickhouse', makeFolder())).code).toBe(1)
})

test('to a server and back: answers are the same, and new rows are counted once', async () => {
  expect(await copy('to-clickhouse', folder)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Copied \d+ rows/),
  })
  const onServer = await storeOfTest({ env: { CLICKHOUSE_URL: server.url } })
  expect(await answers(onServer)).toEqual(before)
  await onServer.send('logs', exception({ message: 'First', stacktrace: '' }))
  expect((await onServer.status()).rows.exceptions).toBe(5)
  const after = await answers(onServer)
  await onServer.end()

  const back = makeFolder()
  expect((await copy('from-clickhouse', back)).code).toBe(0)
  const embedded = await storeOfTest({ folder: back })
  expect(await answers(embedded)).toEqual(after)
  expect((await embedded.status()).problems).toEqual([])
})

test('a target with rows is not touched, and a direction must be named', async () => {
  expect(await copy('to-clickhouse', folder)).toEqual({
    code: 1,
    output: expect.stringMatching(/^The target has rows in exceptions: a copy needs/),
  })
  expect(await copy('sideways', folder)).toEqual({
    code: 1,
    output: expect.stringMatching(/^Name the direction: npm run copy -- to-clickhouse, or/),
  })
  expect(await copy('to-clickhouse', folder, { CLICKHOUSE_URL: '' })).toEqual({
    code: 1,
    output: expect.stringMatching(/^CLICKHOUSE_URL is not set/),
  })
})

test('a view that a server lacks is created, and the status reports it', async () => {
  await server.ask('DROP VIEW exceptions_from_logs SYNC')
  const store = await storeOfTest({ env: { CLICKHOUSE_URL: server.url } })
  expect((await store.status()).problems).toEqual([
    'The view exceptions_from_logs was missing and was created. What arrived without it is not counted.',
  ])
  const exceptions = (await store.status()).rows.exceptions
  await store.send('logs', exception({ message: 'Again', stacktrace: '' }))
  expect((await store.status()).rows.exceptions).toBe(exceptions + 1)
})

async function answers(store: TestStore): Promise<unknown[]> {
  return Promise.all(PATHS.map((path) => store.read(path)))
}

function copy(direction: string, dataDir: string, env: Record<string, string> = {}): Promise<Result> {
  const variables = { DATA_DIR: dataDir, CLICKHOUSE_URL: server.url, ...env }
  return runCommand('database/copy/command.ts', [direction], variables)
}
