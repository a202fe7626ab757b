// A store is copied to a ClickHouse server and back, and answers the same.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { StatusAnswer } from '../../../contract/status.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { exception, newDigest, newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../../testing/store.ts'

const run = promisify(execFile)
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
  const [issue] = (await store.ask<IssuesAnswer>('/api/issues')).body.issues
  await store.ask(`/api/issues/${issue!.id}`, { method: 'PATCH', body: JSON.stringify({ assignee: 'ann' }) })
  before = await answers(store)
  await end(store)
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('to a server and back: answers are the same, and new rows are counted once', async () => {
  expect(await copy('to-clickhouse', folder)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Copied \d+ rows/),
  })
  const onServer = await startStore({ env: { CLICKHOUSE_URL: server.url } })
  expect(await answers(onServer)).toEqual(before)
  await onServer.send('logs', exception({ message: 'First', stacktrace: '' }))
  expect((await onServer.ask<StatusAnswer>('/api/status')).body.rows.exceptions).toBe(5)
  const after = await answers(onServer)
  await onServer.stop()

  const back = makeFolder()
  expect((await copy('from-clickhouse', back)).code).toBe(0)
  const embedded = await startStore({ folder: back })
  expect(await answers(embedded)).toEqual(after)
  expect((await embedded.ask<StatusAnswer>('/api/status')).body.problems).toEqual([])
  await embedded.stop()
}, 120_000)

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

async function answers(store: TestStore): Promise<unknown[]> {
  return Promise.all(PATHS.map(async (path) => (await store.ask(path)).body))
}

async function end(store: TestStore): Promise<void> {
  store.child.kill('SIGTERM')
  await once(store.child, 'exit')
}

async function copy(
  direction: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const variables = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, CLICKHOUSE_URL: server.url, ...env }
  try {
    const file = join(import.meta.dirname, 'command.ts')
    const { stdout } = await run(process.execPath, [file, direction], { env: variables })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr }
  }
}
