// Requests that wait for their stacks to be mapped: requests of other services do not wait with them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { TracesAnswer } from '../../../contract/traces.ts'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openStore, type Store } from '../../store.ts'
import { exception, span, spans } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { makeFolder } from '../../testing/store.ts'
import { createWaitingBodies } from './waiting-bodies.ts'

const MEBIBYTE = 1024 * 1024
const STACK = 'Error: Slow\n    at f (https://shop.example/a.js:1:1)'

const log = pino({ level: 'silent' })
/** Maps are read when it is resolved. */
const reading = Promise.withResolvers<void>()
let store: Store
let url: string

beforeAll(async () => {
  store = await openStore(readConfig({ DATA_DIR: makeFolder() }), log)
  const map = sourceMap({
    sources: { 'src/cart.ts': 'export function total() {}' },
    mappings: [{ generated: [1, 1], source: 0, original: [1, 10] }],
  })
  const file = { services: ['slow'], release: '4.1.0', file: 'a.js', repository: '', revision: '', root: '' }
  await store.sourceMaps.put({ ...file, json: Buffer.from(JSON.stringify(map)) })
  const { sourceMaps } = store
  const slow: Store = {
    ...store,
    sourceMaps: {
      ...sourceMaps,
      stacksOfLogs(request) {
        const stacks = sourceMaps.stacksOfLogs(request)
        return stacks && { ...stacks, map: () => reading.promise.then(stacks.map) }
      },
    },
  }
  const handle = createApp({ store: () => slow, allowedHosts: [], log }).callback()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.unref()
})
afterAll(() => store.close())

test('a span of another service is stored while stacks wait, which are then stored once', async () => {
  const body = exception({ service: 'slow', stacktrace: STACK })
  let isAnswered = false
  const answers = Promise.all([send('logs', body), send('logs', body)]).finally(() => (isAnswered = true))
  expect(await send('traces', spans([span()], { service: 'quick' }))).toBe(200)
  const { traces } = await ask<TracesAnswer>('/api/traces?service=quick')
  expect(traces).toHaveLength(1)
  expect(isAnswered).toBe(false)

  reading.resolve()
  expect(await answers).toEqual([200, 200])
  const { issues } = await ask<IssuesAnswer>('/api/issues?service=slow')
  expect(issues.map(({ count, culprit }) => [count, culprit])).toEqual([[1, 'cart.ts · total']])
})

test('the bytes of bodies that wait are limited for each service and for all of them', () => {
  const bodies = createWaitingBodies()
  const remove = bodies.add(new Set(['a']), 20 * MEBIBYTE)
  expect(remove).not.toBeNull()
  expect(bodies.add(new Set(['a', 'b']), 1)).toBeNull()
  for (const service of ['b', 'c', 'd']) expect(bodies.add(new Set([service]), 4 * MEBIBYTE)).not.toBeNull()
  expect(bodies.add(new Set(['e']), 1)).toBeNull()
  remove?.()
  expect(bodies.add(new Set(['a', 'b']), 4 * MEBIBYTE)).not.toBeNull()
})

async function send(signal: 'traces' | 'logs', body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/${signal}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.status
}

async function ask<Body>(path: string): Promise<Body> {
  return (await (await fetch(`${url}${path}`)).json()) as Body
}
