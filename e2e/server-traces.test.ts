// A server that runs a real OpenTelemetry SDK sends its spans to the collector's two doors; the console shows the trace.
import { context, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, TraceAnswer } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { openBrowser, type Visitor } from './page.ts'

let house: House
let browser: Visitor
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

test('protobuf over HTTP: the trace and its exception are shown', async () => {
  await isShown(new ProtobufExporter({ url: `${house.collectorUrl}/v1/traces` }), 'orders-http')
})

test('gRPC: the trace and its exception are shown', async () => {
  await isShown(new GrpcExporter({ url: house.collectorGrpcUrl }), 'orders-grpc')
})

async function isShown(exporter: SpanExporter, service: string): Promise<void> {
  const traceId = await sendTrace(exporter, service)
  // Spans and the exceptions found in them become visible one after the other.
  const trace = await until('the trace', async () => {
    const found = await ask<TraceAnswer>(`${house.url}/api/traces/${traceId}`)
    return found.spans.length === 2 && found.exceptions.length === 1 ? found : undefined
  })
  expect(trace.spans.map(({ name }) => name).sort()).toEqual(['POST /orders', 'charge the card'])
  const charged = trace.spans.find(({ name }) => name === 'charge the card')
  expect(charged).toMatchObject({
    service,
    status: 'error',
    exceptions: 1,
    parentSpanId: trace.spans.find(({ name }) => name === 'POST /orders')?.spanId,
  })

  const [exception] = trace.exceptions
  const event = await ask<Event>(`${house.url}/api/events/${exception?.digest}`)
  expect(event).toMatchObject({
    service,
    type: 'CardError',
    message: 'card declined',
    traceId,
    spanId: charged?.spanId,
  })

  const { page, leave } = await browser.visit(`${house.url}/traces/${traceId}`)
  await page.getByRole('treeitem', { name: /charge the card/ }).waitFor()
  await page.getByRole('treeitem', { name: /POST \/orders/ }).waitFor()
  await leave()
}

/** A request that charges a card and fails; resolves to its trace id when it was sent. */
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
