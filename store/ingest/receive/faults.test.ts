import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import {
  freePort,
  startClickhouseStandIn,
  type ClickhouseStandIn,
} from '../../testing/clickhouse-stand-in.ts'
import { exception } from '../../testing/otlp.ts'
import { makeFolder, runStore } from '../../testing/store.ts'
import { storeOfFile, storeOfTest } from '../../testing/suite.ts'
import { MAX_BODY_BYTES } from './body.ts'

const PROTOBUF = { 'content-type': 'application/x-protobuf' }

let clickhouse: ClickhouseStandIn
beforeAll(async () => {
  clickhouse = await startClickhouseStandIn()
})
afterAll(() => clickhouse.stop())
const env = () => ({ CLICKHOUSE_URL: clickhouse.url })
const store = storeOfFile({ env })

async function countRows(): Promise<{ logs: number; issues: number }> {
  const { rows } = await store.status()
  const { issues } = await store.read<IssuesAnswer>('/api/issues')
  return { logs: rows.logs, issues: issues.reduce((sum, { count }) => sum + count, 0) }
}

test('without memory in the engine requests are accepted, and stored once when it has some', async () => {
  await clickhouse.ask('SET max_memory_usage = 10000')
  const body = exception()
  for (let sent = 0; sent < 3; sent++) expect((await store.trySend('logs', body)).status).toBe(200)
  await expect.poll(problems).toEqual([expect.stringMatching(/^Rows have not/)])
  await clickhouse.ask('SET max_memory_usage = 0')
  await expect.poll(problems).toEqual([])
  expect(await countRows()).toEqual({ logs: 1, issues: 1 })
})

async function problems(): Promise<string[]> {
  return (await store.status()).problems
}

test('an insert that a server did not answer before it stopped is stored once when it is back', async () => {
  const before = await countRows()
  const gone = clickhouse.goAwayAmidInsert()
  const answers = await Promise.all(Array.from({ length: 5 }, () => store.trySend('logs', exception())))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await gone
  expect((await store.trySend('logs', exception())).status).toBe(200)
  expect((await store.ask('/health')).status).toBe(200)
  const { status, headers } = await store.ask('/api/issues')
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  await clickhouse.comeBack()
  await expect.poll(problems).toEqual([])
  expect(await countRows()).toEqual({ logs: before.logs + 6, issues: before.issues + 6 })
})

test('what a store accepted while its server was down is stored once by its next start', async () => {
  const other = await storeOfTest({ env })
  const before = await countRows()
  const gone = clickhouse.goAwayAmidInsert()
  const body = exception()
  expect((await other.trySend('logs', body)).status).toBe(200)
  await gone
  expect(await other.end()).toBe(0)
  await clickhouse.comeBack()
  await other.start()
  await other.send('logs', body)
  expect(await countRows()).toEqual({ logs: before.logs + 1, issues: before.issues + 1 })
})

test('a store that is not open yet answers 503', async () => {
  // A server that accepts connections and answers nothing.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const STORE_PORT = String(await freePort())
  const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/otel`
  const child = runStore({ DATA_DIR: makeFolder(), STORE_PORT, CLICKHOUSE_URL: server })
  const ask = (path: string, method: string) => fetch(`http://127.0.0.1:${STORE_PORT}${path}`, { method })
  await vi.waitFor(() => ask('/health', 'GET'), 60_000)
  const requests = [
    ['POST', '/v1/traces'],
    ['POST', '/v1/logs'],
    ['POST', '/v1/metrics'],
    ['GET', '/health'],
    ['GET', '/api/issues'],
  ] as const
  // Together: after some seconds without an answer of the server the store ends.
  const answers = await Promise.all(requests.map(([method, path]) => ask(path, method)))
  for (const { url, status, headers } of answers)
    expect([url, status, headers.get('retry-after')]).toEqual([url, 503, expect.stringMatching(/^\d+$/)])
  child.kill('SIGKILL')
  await once(child, 'exit')
  silent.close()
})

test('a body that can never be stored is answered 400, written to the quarantine and counted', async () => {
  const cases: [name: string, body: Buffer, headers?: Record<string, string>][] = [
    ['larger than anything that is taken', Buffer.alloc(MAX_BODY_BYTES + 1, 'x')],
    ['gzip that unpacks to more', gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1)), { 'content-encoding': 'gzip' }],
    ['gzip cut short', gzipSync('{"resourceLogs":[]}').subarray(0, 20), { 'content-encoding': 'gzip' }],
    ['no gzip at all', Buffer.from('{}'), { 'content-encoding': 'gzip' }],
    ['an encoding of another age', Buffer.from('{}'), { 'content-encoding': 'compress' }],
    ['protobuf cut short', Buffer.of(0x0a, 0x7f, 0x12), PROTOBUF],
    ['protobuf nested without end', nested(10_000), PROTOBUF],
    ['brackets that nobody closes', Buffer.from('['.repeat(10_000))],
  ]
  const before = (await store.status()).refused
  const answers = await Promise.all(cases.map(([, body, headers]) => store.trySend('logs', body, headers)))
  expect(answers.map(({ status }) => status)).toEqual(cases.map(() => 400))
  expect((await store.status()).refused - before).toBe(cases.length)
  const folder = join(store.folder, 'store', 'refused')
  const files = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name))) : []
  expect(files).toHaveLength(cases.length)
  // The first bytes of the body that is too large.
  for (const [, body] of cases)
    expect(files.some((bytes) => bytes.length > 0 && body.subarray(0, bytes.length).equals(bytes))).toBe(true)
})

/** A log record whose body is a list in a list in a list. */
function nested(depth: number): Buffer {
  let value = field(1, Buffer.from('end'))
  for (let level = 0; level < depth; level++) value = field(5, field(1, value))
  return field(1, field(2, field(2, field(5, value))))
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(number: number): Buffer {
  const bytes: number[] = []
  for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128)
  return Buffer.of(...bytes, number)
}
