// What the list of traces says of each, over HTTP.
import { expect, test } from 'vitest'
import { keyValues, newTraceId, span, spans } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { TraceAnswer, TracesAnswer } from '../../../contract/traces.ts'

const service = 'routed-web'
const store = sharedStore()

function listTraces(): Promise<TracesAnswer> {
  return store.read<TracesAnswer>(`/api/traces?service=${service}`)
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
  const { exceptions } = await store.read<TraceAnswer>(`/api/traces/${thrown.traceId}`)
  expect(exceptions).toMatchObject([{ spanId: thrown.spanId, type: 'TypeError' }])
})
