// The figures of the API, compared with SQL over the spans, exceptions and records that are stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomInt } from 'node:crypto'
import type { Engine } from '../database/engine/engine.ts'
import { openTestEngine } from '../testing/engine.ts'
import {
  exception,
  exceptionRecord,
  logs,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../testing/otlp.ts'
import { figuresOf, sqlOf } from '../testing/figures.ts'
import { TestStore } from '../testing/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.now()
const ENDPOINTS = ['GET /cart', 'POST /pay', 'GET /books']

/** Spans, exceptions and vitals of a day. The servers' spans arrive last and often end last. */
async function sendDay(store: TestStore): Promise<void> {
  // Side by side: each request waits for the insert of its batch.
  await Promise.all(Array.from({ length: 120 }, (_, round) => sendRound(store, round)))
  const alone = exceptionRecord({ at: now - 90_000, type: 'Alone', message: 'alone' })
  await store.send('logs', logs([alone], { service: 'admin' }))
}

async function sendRound(store: TestStore, round: number): Promise<void> {
  const at = now - Math.floor((round * 26 * HOUR) / 120) - randomInt(1, 10 * MINUTE)
  const [traceId, rootId, callId] = [newTraceId(), newSpanId(), newSpanId()]
  const attributes = { 'user.id': `user-${round % 17}`, 'session.id': `session-${round % 40}` }
  const source = {
    release: round % 3 === 0 ? '2.0.0' : '1.0.0',
    environment: round % 5 ? 'production' : 'test',
  }
  const page = [
    span({ traceId, spanId: rootId, name: 'page.load', at, milliseconds: randomInt(5, 900), attributes }),
    span({
      traceId,
      spanId: callId,
      parentSpanId: rootId,
      name: ENDPOINTS[round % 3]!,
      at: at + randomInt(0, 30),
      milliseconds: randomInt(5, 2_000),
      attributes,
    }),
  ]
  await store.send('traces', spans(page, { ...source, service: 'shop' }))
  const served = span({
    traceId,
    parentSpanId: callId,
    name: 'serve',
    at: at + randomInt(10, 4_000),
    milliseconds: randomInt(1, 3_000),
    error: round % 7 === 0,
  })
  await store.send('traces', spans([served], { ...source, service: 'shop-api' }))
  if (round % 4 === 0) {
    const type = `Error${round % 6}`
    const thrown = { at, traceId, spanId: callId, type, message: type, attributes, service: 'shop' }
    await store.send('logs', exception({ ...source, ...thrown }))
  }
  const vitals = [100, 3_000].map((value) => vitalRecord({ value, at, route: `/${round % 4}` }))
  await store.send('logs', logs(vitals, { ...source, service: 'shop' }))
}

/** Within hours and minutes, so that no row of an hour fits. */
const RANGES: Record<string, [from: number, to: number]> = {
  'the last hour': [now - HOUR, now],
  'a day': [now - 24 * HOUR + 17_311, now],
  'two hours before': [now - 3 * HOUR - 1_234, now - HOUR + 777],
}

const FIGURES = figuresOf({
  call: { service: 'shop-api', operation: 'serve' },
  operation: 'POST /pay',
  environment: 'test',
  release: '2.0.0',
})

const store = new TestStore()
const answers = new Map<string, unknown>()
let engine: Engine

const instant = (at: number): string => new Date(at).toISOString()

beforeAll(async () => {
  await store.start()
  await sendDay(store)
  for (const { path } of FIGURES)
    for (const [range, [from, to]] of Object.entries(RANGES))
      answers.set(`${range} ${path}`, await store.read(`${path}&from=${instant(from)}&to=${instant(to)}`))
  await store.end()
  engine = await openTestEngine(store.folder, 30)
})
afterAll(async () => {
  await engine?.close()
  await store.stop()
})

describe.each(Object.entries(RANGES))('in %s', (range, [from, to]) => {
  test.each(FIGURES)('$name', async ({ path, read, sql }) => {
    const [row] = await engine.query<{ value: unknown }>(sqlOf(sql, from, to), {})
    expect(read(answers.get(`${range} ${path}`) as never)).toEqual(row!.value)
  })
})
