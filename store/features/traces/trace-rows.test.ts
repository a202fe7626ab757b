// What the list of traces says of each, over HTTP.
import { beforeAll, expect, test } from 'vitest'
import { keyValues, newTraceId, span, spans } from '../../testing/otlp.ts'
import { sharedStore, type SharedStore } from '../../testing/store.ts'
import type { TraceAnswer, TracesAnswer } from '../../../contract/traces.ts'

const service = 'routed-web'
let store: SharedStore
beforeAll(async () => {
  store = await sharedStore()
})

async function listTraces(): Promise<TracesAnswer> {
  return (await store.ask<TracesAnswer>(`/api/traces?service=${service}`)).body
}

test('a trace in the list has the route of its root and the user of any of its spans', async () => {
  const traceId = newTraceId()
  const at = Date.now() - 60_000
  const root = span({ traceId, at, attributes: { 'http.route': '/orders/:id' } })
  const child = {
    traceId,
    parentSpanId: root.spanId!,
    at: at - 5,
    attributes: { 'http.route': '/api/orders' },
  }
  const last = { ...child, at: at + 10, attributes: { 'user.id': 'ann' } }
  // Three inserts: the row of a trace is merged from one row per insert.
  for (const item of [span(child), root, span(last)]) await store.send('traces', spans([item], { service }))
  expect((await listTraces()).traces).toMatchObject([{ traceId, route: '/orders/:id', user: 'ann' }])
  const anonymous = newTraceId()
  await store.send('traces', spans([span({ traceId: anonymous })], { service }))
  const [first] = (await listTraces()).traces
  expect(first).toMatchObject({ traceId: anonymous, route: '', user: '' })
})

test('a span that was sent twice has its exception once', async () => {
  const attributes = keyValues({ 'exception.type': 'TypeError', 'exception.message': 'twice' })
  const event = { name: 'exception', timeUnixNano: `${Date.now() - 1_000}000000`, attributes }
  const thrown = { ...span({ error: true }), events: [event] }
  // Another name: the same request again is not stored.
  for (const name of ['GET /a', 'GET /b'])
    await store.send('traces', spans([{ ...thrown, name }], { service }))
  const { exceptions } = (await store.ask<TraceAnswer>(`/api/traces/${thrown.traceId}`)).body
  expect(exceptions).toMatchObject([{ spanId: thrown.spanId, type: 'TypeError' }])
})
