// The requests that are measured: an exception as a page sends it, and traces of a few and of many spans.
import type { KeyValue, Span, TracesRequest } from '../../otlp/shapes.ts'
import { writeTraces } from '../../otlp/write.ts'

export type Body = { name: string; path: string; type: string; bytes: Buffer }

const KIB = 1024

export function bodies(): Body[] {
  return [
    json('logs', exception()),
    json('traces', traces(8, 16)),
    json('traces', traces(64, 16)),
    protobuf(traces(8, 16)),
    protobuf(traces(64, 16)),
  ]
}

function json(signal: 'logs' | 'traces', request: object): Body {
  const bytes = Buffer.from(JSON.stringify(request))
  const what = signal === 'logs' ? 'an exception' : 'spans'
  return { name: `JSON, ${what}, ${kib(bytes)}`, path: `/monitoring/v1/${signal}`, type: 'application/json', bytes }
}

function protobuf(request: TracesRequest): Body {
  const bytes = writeTraces(request)
  return { name: `protobuf, spans, ${kib(bytes)}`, path: '/monitoring/v1/traces', type: 'application/x-protobuf', bytes }
}

function kib(bytes: Buffer): string {
  return `${(bytes.length / KIB).toFixed(1)} KiB`
}

function exception(): object {
  const stack = Array.from({ length: 8 }, (_, index) => `    at step${index} (https://shop.example/assets/index-B7x.js:1:${1000 + index})`)
  const attributes = [
    text('exception.type', 'TypeError'),
    text('exception.message', "Cannot read properties of undefined (reading 'price')"),
    text('exception.stacktrace', stack.join('\n')),
    text('errata.digest', '7K3M9QXP'),
    text('url.full', 'https://shop.example/cart?page=2'),
    text('session.id', '0f8fad5bd9cb469fa16570867728950e'),
  ]
  const record = { eventName: 'exception', timeUnixNano: '1795168800000000000', severityNumber: 17, attributes }
  return { resourceLogs: [{ resource: resource(), scopeLogs: [{ scope: { name: 'web' }, logRecords: [record] }] }] }
}

function traces(count: number, size: number): TracesRequest {
  const spans = Array.from({ length: count }, (_, index) => span(index, size))
  return { resourceSpans: [{ resource: resource(), scopeSpans: [{ scope: { name: 'web' }, spans }] }] }
}

function span(index: number, size: number): Span {
  return {
    traceId: 'ab'.repeat(16),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    name: 'GET /api/cart',
    kind: 3,
    startTimeUnixNano: '1795168800000000000',
    endTimeUnixNano: '1795168800042000000',
    attributes: [
      text('http.request.method', 'GET'),
      text('url.full', `https://shop.example/api/cart/${'x'.repeat(size)}`),
      text('server.address', 'shop.example'),
      { key: 'http.response.status_code', value: { intValue: 200 } },
    ],
    status: { code: 1 },
  }
}

function resource() {
  return { attributes: [text('service.name', 'shop'), text('service.version', '1.4.2'), text('deployment.environment.name', 'production')] }
}

function text(key: string, stringValue: string): KeyValue {
  return { key, value: { stringValue } }
}
