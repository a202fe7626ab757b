// An intent as stores wrote it whose rows were lines of JSON in the same file.
import { randomUUID } from 'node:crypto'
import { newDigest, newSpanId, newTraceId } from './otlp.ts'

/** Rows by request. */
export function formerIntent(token: string, logs: object[][], spans: object[][] = []): string {
  const head = {
    token,
    parts: [
      ...logs.map((rows) => partOf('otel_logs', rows)),
      ...spans.map((rows) => partOf('otel_traces', rows)),
    ],
  }
  return [head, ...logs.flat(), ...spans.flat()].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function partOf(table: string, rows: object[]): object {
  return { table, keys: [randomUUID().replaceAll('-', '')], count: rows.length }
}

export function logLines(logs: object[][]): string[] {
  return logs.flat().map((row) => JSON.stringify(row))
}

export function formerLog(at = Date.now()): object {
  return {
    ...row(at),
    TraceFlags: 1,
    SeverityText: '',
    SeverityNumber: 17,
    Body: '',
    ResourceSchemaUrl: '',
    ScopeSchemaUrl: '',
    ScopeAttributes: {},
    LogAttributes: {
      'exception.type': 'CrashError',
      'exception.message': 'Left by a crash',
      'errata.digest': newDigest(),
      'errata.fingerprint': '0123456789abcdef',
      'errata.grouping': '2: type and message',
    },
    EventName: 'exception',
  }
}

export function formerSpan(at = Date.now()): object {
  return {
    ...row(at),
    ParentSpanId: '',
    TraceState: '',
    SpanName: 'page.load',
    SpanKind: 'Internal',
    SpanAttributes: { 'http.route': '/' },
    Duration: '40000000',
    StatusCode: 'Unset',
    StatusMessage: '',
    'Events.Timestamp': [],
    'Events.Name': [],
    'Events.Attributes': [],
    'Links.TraceId': [],
    'Links.SpanId': [],
    'Links.TraceState': [],
    'Links.Attributes': [],
  }
}

function row(at: number): object {
  return {
    Timestamp: `${Math.floor(at / 1000)}.${String(at % 1000).padStart(3, '0')}000000`,
    TraceId: newTraceId(),
    SpanId: newSpanId(),
    ServiceName: 'orders-web',
    ResourceAttributes: { 'service.name': 'orders-web', 'service.version': '4.1.0' },
    ScopeName: 'test',
    ScopeVersion: '',
  }
}
