// A loop in a page: beyond a number in an hour, occurrences of an issue are stored without details.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Event, IssueAnswer, IssuesAnswer } from '../../../contract/issues.ts'
import type { TraceAnswer } from '../../../contract/traces.ts'
import {
  exception,
  exceptionRecord,
  IPHONE,
  keyValues,
  logs,
  newDigest,
  newSpanId,
  newTraceId,
  span,
  spans,
} from '../../testing/otlp.ts'
import { readEvent } from '../../testing/issues.ts'
import { makeFolder } from '../../testing/store.ts'
import { newName, storeOfFile } from '../../testing/suite.ts'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openStore, type Store } from '../../store.ts'

const WHOLE = 3
const JSON_TYPE = { 'content-type': 'application/json' }
const log = pino({ level: 'silent' })
const store = storeOfFile({ env: { FULL_EVENTS_PER_HOUR: String(WHOLE) } })

const LOOP = {
  type: 'LoopError',
  message: 'Again and again',
  attributes: {
    'errata.breadcrumbs': JSON.stringify([{ at: 1_795_000_000_000, kind: 'click', text: 'Pay' }]),
    'http.route': '/basket',
    'basket.size': '3',
  },
}

async function listen(app: Koa): Promise<string> {
  const handle = app.callback()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends one occurrence after the other, each in a request, and returns their digests. */
async function sendLoop(service: string, count: number): Promise<string[]> {
  const digests = Array.from({ length: count }, newDigest)
  for (const digest of digests) await store.send('logs', exception({ ...LOOP, service, digest }))
  return digests
}

test('beyond the limit an occurrence is counted and opens by its digest, without its details', async () => {
  const service = newName()
  const digests = await sendLoop(service, WHOLE)
  const traceId = newTraceId()
  const digest = newDigest()
  await store.send('logs', exception({ ...LOOP, service, digest, traceId }))
  const [whole, slim] = await Promise.all([readEvent(store, digests.at(-1)!), readEvent(store, digest)])
  expect(whole).not.toHaveProperty('slim')
  expect(whole).toMatchObject({ attributes: { 'basket.size': '3' }, breadcrumbs: [{ text: 'Pay' }] })
  expect(whole.frames).not.toEqual([])
  const { issueId, release, environment, type, message, severity, userId, sessionId, browser, os } = whole
  expect(slim).toMatchObject({ issueId, release, environment, type, message, severity, userId, sessionId })
  expect(slim).toMatchObject({ browser, os, digest, service, traceId, stacktrace: '', breadcrumbs: [] })
  expect(slim).toMatchObject({ frames: [], attributes: { 'http.route': '/basket' } })
  expect(slim.slim).toEqual({ nearest: digests.at(-1) })
  expect(slim.previous).toBe(digests.at(-1))

  const rest = await sendLoop(service, 10)
  expect((await readEvent(store, rest[5]!)).slim).toEqual({ nearest: digests.at(-1) })
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?service=${service}`)
  expect(issues.map(({ count, culprit }) => [count, culprit])).toEqual([[WHOLE + 11, 'basket.js · sumLines']])
  const { breakdowns } = await store.read<IssueAnswer>(`/api/issues/${issueId}`)
  expect(breakdowns.route).toEqual([{ value: '/basket', count: WHOLE + 11 }])
  const trace = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  expect(trace.exceptions.map((one) => one.digest)).toEqual([digest])
})

test('a user, release, browser or route that is new in the hour keeps its details, once', async () => {
  const service = newName()
  await sendLoop(service, WHOLE + 1)
  const { attributes } = LOOP
  const variants = [
    { attributes: { ...attributes, 'user.id': 'ann' } },
    { release: '5.0.0' },
    { resource: { 'user_agent.original': IPHONE } },
    { attributes: { ...attributes, 'http.route': '/checkout' } },
  ]
  for (const variant of variants) {
    const isSlim: boolean[] = []
    for (const digest of [newDigest(), newDigest()]) {
      await store.send('logs', exception({ ...LOOP, service, digest, ...variant }))
      isSlim.push('slim' in (await readEvent(store, digest)))
    }
    expect(isSlim).toEqual([false, true])
  }
})

test('exceptions of spans lose their own details; the span keeps its other attributes', async () => {
  const service = newName()
  const traceId = newTraceId()
  const attributes = {
    'exception.type': 'SpanError',
    'exception.message': 'In a span',
    'exception.stacktrace': 'SpanError: In a span\n    at run (https://orders.example/a.js:1:2)',
  }
  const events = [
    { name: 'exception', timeUnixNano: `${Date.now()}000000`, attributes: keyValues(attributes) },
  ]
  const own = { ...attributes, 'exception.type': 'OwnError', 'http.request.method': 'GET' }
  for (let count = 0; count <= WHOLE; count++) {
    const spanId = newSpanId()
    await store.send('traces', spans([{ ...span({ traceId, spanId }), events }], { service }))
    await store.send('traces', spans([span({ traceId, spanId: newSpanId(), attributes: own })], { service }))
  }
  const { exceptions } = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  const read = await Promise.all(exceptions.map(({ digest }) => readEvent(store, digest)))
  for (const type of ['SpanError', 'OwnError']) {
    const ofType = read.filter((event) => event.type === type)
    const slim = ofType.filter((event) => 'slim' in event)
    expect([ofType.length, slim.map(({ stacktrace }) => stacktrace)]).toEqual([WHOLE + 1, ['']])
    expect(ofType.filter(({ stacktrace }) => stacktrace === '')).toEqual(slim)
  }
})

test('a request that is sent again until it is stored keeps its details', async () => {
  const opened = await openStore(readConfig({ DATA_DIR: makeFolder(), FULL_EVENTS_PER_HOUR: '1' }), log)
  onTestFinished(() => opened.close())
  let refusals = 3
  const full: Store = {
    ...opened,
    writer: {
      ...opened.writer,
      add: (...request) => (refusals-- > 0 ? Promise.resolve('busy') : opened.writer.add(...request)),
    },
  }
  const url = await listen(createApp({ store: () => full, allowedHosts: [], log }))
  const digest = newDigest()
  const send = async () => {
    const body = JSON.stringify(exception({ ...LOOP, digest }))
    return (await fetch(`${url}/v1/logs`, { method: 'POST', headers: JSON_TYPE, body })).status
  }
  expect([await send(), await send(), await send(), await send()]).toEqual([503, 503, 503, 200])
  const event = (await (await fetch(`${url}/api/events/${digest}`)).json()) as Event
  expect(event).toMatchObject({ digest, attributes: { 'basket.size': '3' } })
  expect(event).not.toHaveProperty('slim')
})

test('a sender cannot make an occurrence look as if it had no details', async () => {
  const digest = newDigest()
  const record = exceptionRecord({ digest, attributes: { 'errata.slim': '1' } })
  await store.send('logs', logs([record], { service: newName() }))
  const event: Event = await readEvent(store, digest)
  expect(event).not.toHaveProperty('slim')
  expect(event.frames).not.toEqual([])
})
