// Many queries at the same time, and clients that do not wait for their answers.
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { exception } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'

/** More than run and wait together. */
const CROWD = 300

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
