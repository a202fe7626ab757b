// Traces in the console: of a server with an OpenTelemetry SDK, which sends its spans to both ports of the
// collector, and of ten thousand spans.
import { context, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { getJson } from './testing/http.ts'
import { sendLargeTrace } from './testing/sample/sample-data.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

test('protobuf over HTTP: the trace and its exception are shown', async () => {
  await expectTrace(new ProtobufExporter({ url: `${stack.collectorUrl}/v1/traces` }), 'orders-http')
})

test('gRPC: the trace and its exception are shown', async () => {
  await expectTrace(new GrpcExporter({ url: stack.collectorGrpcUrl }), 'orders-grpc')
})

test('a trace of ten thousand spans opens at the span of the link, with few spans in the page', async () => {
  const traceId = await sendLargeTrace(stack.url, 10_000)
  await waitFor(
    'stored',
    async () =>
      (await getJson<{ totalSpans: number }>(`${stack.url}/api/traces/${traceId}`)).totalSpans === 10_000,
    { timeoutMs: 30_000 },
  )
  const { spans } = await getJson<{ spans: { spanId: string; status: string }[] }>(
    `${stack.url}/api/traces/${traceId}`,
  )
  const failed = spans.find(({ status }) => status === 'error')?.spanId
  const { page, close } = await browser.open(`${stack.url}/traces/${traceId}?span=${failed}`)
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.waitFor()
  expect(await selected.isVisible()).toBe(true)
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
  await close()
})

async function expectTrace(exporter: SpanExporter, service: string): Promise<void> {
  const traceId = await sendTrace(exporter, service)
  // Spans and the exceptions in them are stored one after the other.
  const trace = await waitFor('the trace', async () => {
    const answer = await getJson<TraceAnswer>(`${stack.url}/api/traces/${traceId}`)
    return answer.spans.length === 2 && answer.exceptions.length === 1 ? answer : undefined
  })
  expect(trace.spans.map(({ name }) => name).sort()).toEqual(['POST /orders', 'charge the card'])
  const failedSpan = trace.spans.find(({ name }) => name === 'charge the card')
  expect(failedSpan).toMatchObject({
    service,
    status: 'error',
    exceptions: 1,
    parentSpanId: trace.spans.find(({ name }) => name === 'POST /orders')?.spanId,
  })

  const [exception] = trace.exceptions
  const event = await getJson<Event>(`${stack.url}/api/events/${exception?.digest}`)
  expect(event).toMatchObject({
    service,
    type: 'CardError',
    message: 'card declined',
    traceId,
    spanId: failedSpan?.spanId,
  })

  const { page, close } = await browser.open(`${stack.url}/traces/${traceId}`)
  await page.getByRole('treeitem', { name: /charge the card/ }).waitFor()
  await page.getByRole('treeitem', { name: /POST \/orders/ }).waitFor()
  await close()
}

/** Sends a request that charges a card and fails. Resolves to the id of its trace. */
async function sendTrace(exporter: SpanExporter, service: string): Promise<string> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('orders')
  const root = tracer.startSpan('POST /orders')
  const child = tracer.startSpan('charge the card', {}, traces.setSpan(context.active(), root))
  const error = new Error('card declined')
  error.name = 'CardError'
  child.recordException(error)
  child.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
  child.end()
  root.end()
  await provider.forceFlush()
  await provider.shutdown()
  return root.spanContext().traceId
}
