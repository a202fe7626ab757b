// The requests that are measured, as OpenTelemetry's SDK writes them: an exception, a trace of a few spans
// with one, a large batch.
import type { KeyValue, LogsRequest, Span, TracesRequest } from '../../otlp/otlp-json.ts'
import { writeTraces } from '../../otlp/write.ts'
import { sentryBody } from './sentry-body.ts'

/** `forProxy`: the same content for a proxy that does not translate it. */
export type Body = Sent & { name: string; forProxy?: Sent }
export type Sent = { path: string; type: string; bytes: Buffer }

const KIB = 1024
const START = 1_795_168_800_000_000_000n
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

export function bodies(): Body[] {
  return [
    json('logs', 'an exception', exceptionRequest()),
    json('traces', '5 spans, an exception', traces(5, [exceptionEvent()])),
    json('traces', '64 spans', traces(64)),
    sentryBody(),
    protobuf('2 spans', traces(2)),
    protobuf('5 spans', traces(5)),
    protobuf('64 spans', traces(64)),
  ]
}

function json(signal: 'logs' | 'traces', what: string, request: object): Body {
  const bytes = Buffer.from(JSON.stringify(request))
  return {
    name: `JSON, ${what}, ${kib(bytes)}`,
    path: `/monitoring/v1/${signal}`,
    type: 'application/json',
    bytes,
  }
}

function protobuf(what: string, request: TracesRequest): Body {
  const bytes = writeTraces(request)
  return {
    name: `protobuf, ${what}, ${kib(bytes)}`,
    path: '/monitoring/v1/traces',
    type: 'application/x-protobuf',
    bytes,
  }
}

function kib(bytes: Buffer): string {
  return `${(bytes.length / KIB).toFixed(1)} KiB`
}

/** What a page sends of an error. */
function exceptionRequest(): LogsRequest {
  const attributes = [
    ...exceptionAttributes(),
    text('errata.digest', '7K3M9QXP'),
    text('errata.mechanism', 'window.error'),
    text('url.full', 'https://shop.example/cart?page='),
    text('session.id', '0f8fad5bd9cb469fa16570867728950e'),
  ]
  const record = { eventName: 'exception', timeUnixNano: String(START), severityNumber: 17, attributes }
  return {
    resourceLogs: [
      { resource: resource(), scopeLogs: [{ scope: { name: 'errata' }, logRecords: [record] }] },
    ],
  }
}

function exceptionAttributes(): KeyValue[] {
  const stack = Array.from(
    { length: 9 },
    (_, index) => `    at step${index} (https://shop.example/assets/index-B7x.js:1:${1000 + index})`,
  )
  return [
    text('exception.type', 'TypeError'),
    text('exception.message', "Cannot read properties of undefined (reading 'price')"),
    text('exception.stacktrace', stack.join('\n')),
  ]
}

function exceptionEvent() {
  return {
    timeUnixNano: String(START),
    name: 'exception',
    attributes: exceptionAttributes(),
    droppedAttributesCount: 0,
  }
}

function traces(count: number, events: Span['events'] = []): TracesRequest {
  const spans = Array.from({ length: count }, (_, index) => ({
    ...span(index),
    events: index === 0 ? events : [],
  }))
  const scope = { name: '@opentelemetry/instrumentation-fetch', version: '0.301.0' }
  return { resourceSpans: [{ resource: resource(), scopeSpans: [{ scope, spans }] }] }
}

function span(index: number): Span {
  const start = START + BigInt(index) * 1_000_000n
  return {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: `eee19b7ec3c1b1${(index + 1).toString(16).padStart(2, '0')}`,
    parentSpanId: 'eee19b7ec3c1b100',
    name: 'GET /api/cart',
    kind: 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 42_000_000n),
    attributes: [
      text('http.request.method', 'GET'),
      text('url.full', `https://shop.example/api/cart/${1000 + index}?page=2`),
      text('server.address', 'shop.example'),
      { key: 'server.port', value: { intValue: 443 } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
      { key: 'http.response.body.size', value: { intValue: 1834 } },
    ],
    droppedAttributesCount: 0,
    links: [],
    status: { code: 0 },
    flags: 257,
  }
}

function resource() {
  const attributes = [
    text('service.name', 'shop'),
    text('service.version', '1.4.2'),
    text('deployment.environment.name', 'production'),
    text('telemetry.sdk.language', 'webjs'),
    text('user_agent.original', BROWSER),
  ]
  return { attributes, droppedAttributesCount: 0 }
}

function text(key: string, stringValue: string): KeyValue {
  return { key, value: { stringValue } }
}
