// Requests that wait for their stacks to be mapped: other services do not wait with them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { StatusAnswer } from '../../../contract/status.ts'
import { readEvent } from '../../testing/events.ts'
import { exception, newDigest, span, spans } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { createWaitingBodies } from './waiting-bodies.ts'

/** Each is parsed in some 50 ms for the names of its functions: 100 of them keep the worker for seconds. */
const SOURCES = 100
const CODE = Array.from(
  { length: 1_500 },
  (_, index) =>
    `export const step${index} = (cart) => cart.lines.map((line) => line.price * ${index} + cart.tax)\n`,
).join('')

const MEBIBYTE = 1024 * 1024

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('spans and stacks of other services do not wait for slow maps, which are counted once', async () => {
  await put('slow', SOURCES)
  await put('quick', 1)
  const slow = exception({ service: 'slow', stacktrace: stack(SOURCES) })
  let isAnswered = false
  const answers = Promise.all([store.send('logs', slow), store.send('logs', slow)]).finally(
    () => (isAnswered = true),
  )
  const digest = newDigest()
  const others = [
    store.send('traces', spans([span()], { service: 'spans' })),
    store.send('logs', exception({ service: 'quick', digest, stacktrace: stack(1) })),
  ]
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
  expect(isAnswered).toBe(false)
  expect((await readEvent(store, digest)).frames).toMatchObject([{ file: 'src/0.ts', function: 'step0' }])

  expect((await answers).map(({ status }) => status)).toEqual([200, 200])
  const { issues } = (await store.ask<IssuesAnswer>('/api/issues?service=slow')).body
  expect(issues.map(({ count }) => count)).toEqual([1])
  expect((await store.ask<StatusAnswer>('/api/status')).body.rows).toMatchObject({ spans: 1, logs: 2 })
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

async function put(service: string, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const map = sourceMap({
    sources: Object.fromEntries(indexes.map((index) => [`src/${index}.ts`, CODE])),
    mappings: indexes.map((index) => ({ generated: [1, index * 10 + 1], source: index, original: [1, 40] })),
  })
  const response = await store.ask(`/api/maps?service=${service}&release=4.1.0&file=a.js`, {
    method: 'PUT',
    body: JSON.stringify(map),
  })
  expect(response.status).toBe(201)
}

function stack(count: number): string {
  const frames = Array.from(
    { length: count },
    (_, index) => `    at f${index} (https://shop.example/a.js:1:${index * 10 + 1})`,
  )
  return ['Error: Slow', ...frames].join('\n')
}
