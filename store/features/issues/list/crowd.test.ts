// Many queries at the same time, and clients that do not wait for their answers.
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { exception } from '../../../testing/otlp.ts'
import { storeOfFile } from '../../../testing/suite.ts'

/** More than run and wait together. */
const CROWD = 300

/** Clients of each path: the last one waits for this number of milliseconds. */
const LEAVERS = 30
const PATHS = [
  '/api/services',
  '/api/issues',
  '/api/facets?of=traces',
  '/api/traces',
  '/api/traces/heatmap',
  '/api/traces/differences',
  '/api/operations?trend=true',
  '/api/releases?trend=true',
  '/api/releases/summaries',
  '/api/releases/changes',
  '/api/vitals?trend=true',
  '/api/visitors?user=user-1',
  '/api/delivery',
  '/api/trend',
]

const store = storeOfFile()
beforeAll(async () => {
  await store.send('logs', exception())
})

async function metric(name: string): Promise<number> {
  const body = await store.read<string>('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}

test('with too many queries at once some are answered 503 at once, the others 200', async () => {
  const answers = await Promise.all(Array.from({ length: CROWD }, () => store.ask('/api/facets?of=traces')))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(CROWD)
  for (const { status, headers } of refused)
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect((await store.ask('/api/issues')).status).toBe(200)
})

test('a client that disconnects at any moment leaves no error that nobody handles', async () => {
  const lines: string[] = []
  store.child.stdout!.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  const { hostname, port } = new URL(store.url)
  const leave = async (path: string, milliseconds: number) => {
    const query = request({ hostname, port, path, agent: false })
    const closed = new Promise((resolve) => query.on('error', () => {}).on('close', resolve))
    query.end()
    await pause(milliseconds)
    query.destroy()
    await closed
  }
  for (let milliseconds = 0; milliseconds < LEAVERS; milliseconds++)
    await Promise.all(PATHS.map((path) => leave(path, milliseconds)))
  while ((await metric('errata_store_queries_running')) + (await metric('errata_store_queries_waiting')) > 0)
    await pause(20)
  expect((await store.ask('/health')).status).toBe(200)
  expect(lines.join('')).not.toContain('"level":50')
})

test('queries of disconnected clients are not run, and senders and /health do not wait', async () => {
  const before = await metric('errata_store_query_seconds_count')
  const { hostname, port } = new URL(store.url)
  const requests = Array.from({ length: CROWD }, () => {
    const query = request({ hostname, port, path: '/api/facets', agent: false })
    query.on('error', () => {}).end()
    return query
  })
  await pause(20)
  for (const query of requests) query.destroy()
  expect((await store.ask('/health')).status).toBe(200)
  await store.send('logs', exception())
  while ((await metric('errata_store_queries_running')) + (await metric('errata_store_queries_waiting')) > 0)
    await pause(20)
  // Each of them would be several.
  expect((await metric('errata_store_query_seconds_count')) - before).toBeLessThan(CROWD)
})
