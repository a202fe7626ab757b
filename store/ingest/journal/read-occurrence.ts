// An occurrence out of its row in RowBinary, as the views of `exceptions` read it out of the tables.
import { RowReader } from '../../database/engine/row-reader.ts'
import type { NewRow } from '../receive/deduplicate.ts'
import type { Attributes } from '../rows/attributes.ts'
import { SLIM } from '../rows/detail-limit.ts'
import { RECEIVED, type Occurrence } from '../rows/occurrence.ts'

/** What a row of either table says about its exception. `attributes`: of the exception and its span. */
type Source = {
  service: string
  resource: Attributes
  traceId: string
  spanId: string
  /** Those of the exception itself. */
  exception: Attributes
  /** Those in which route and address are. */
  context: Attributes
  attributes: Attributes
  message: string
  severity: number
}

/** Of `exceptions`. `received`: milliseconds since 1970; `occurrence`: JSON. */
export type OccurrenceRow = { ns: string; received: number; occurrence: string; isSlim: number }

/** Of the views of span events. */
const SEVERITY_OF_SPANS = 17

export function readOccurrence({ table, bytes }: NewRow, occurrence: Occurrence): OccurrenceRow {
  const reader = new RowReader(bytes)
  const source = table === 'otel_logs' ? readLog(reader) : readSpan(reader, occurrence)
  const isSlim = SLIM in source.exception
  return {
    ns: String(occurrence.ns),
    received: Number(source.exception[RECEIVED]),
    occurrence: JSON.stringify(columnsOf(source, occurrence, isSlim)),
    isSlim: Number(isSlim),
  }
}

function columnsOf(source: Source, occurrence: Occurrence, isSlim: boolean): Record<string, unknown> {
  const { service, resource, exception, context, attributes } = source
  const route = context['http.route'] ?? ''
  return {
    digest: occurrence.digest,
    issueId: occurrence.issueId,
    service,
    release: occurrence.release,
    environment: occurrence.environment,
    type: exception['exception.type'] ?? '',
    message: source.message,
    severity: source.severity,
    mechanism: exception['errata.mechanism'] ?? '',
    stacktrace: isSlim ? '' : (exception['exception.stacktrace'] ?? ''),
    traceId: source.traceId,
    spanId: source.spanId,
    url: context['url.full'] || (context['url.path'] ?? ''),
    userId: occurrence.user,
    sessionId: occurrence.session,
    browser: exception['errata.browser'] ?? '',
    os: exception['errata.os'] ?? '',
    attributes: isSlim ? { 'http.route': route } : withoutException(attributes),
    resource,
  }
}

function withoutException(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !name.startsWith('exception.') && name !== RECEIVED),
  )
}

/** In the order of `LOG_COLUMNS`. */
function readLog(row: RowReader): Source {
  row.skip(8)
  const [traceId, spanId] = [row.text(), row.text()]
  row.skip(1)
  row.skipText()
  const severity = row.byte()
  const [service, body] = [row.text(), row.text()]
  row.skipText()
  const resource = row.map()
  for (let text = 0; text < 3; text++) row.skipText()
  row.map()
  const exception = row.map()
  const message = exception['exception.message'] || body
  const ids = { traceId, spanId, service, resource, severity }
  return { ...ids, exception, context: exception, attributes: exception, message }
}

/** In the order of `TRACE_COLUMNS`. The exception is an event of the span, or the span itself. */
function readSpan(row: RowReader, { digest, ns }: Occurrence): Source {
  row.skip(8)
  const [traceId, spanId] = [row.text(), row.text()]
  for (let text = 0; text < 4; text++) row.skipText()
  const [service, resource] = [row.text(), row.map()]
  for (let text = 0; text < 2; text++) row.skipText()
  const span = row.map()
  row.skip(8)
  for (let text = 0; text < 2; text++) row.skipText()
  const instants = row.list(() => row.int64())
  row.list(() => row.skipText())
  const events = row.list(() => row.map())
  const event = events.find(
    (attributes, index) => attributes['errata.digest'] === digest && instants[index] === ns,
  )
  const exception = event ?? span
  const message = exception['exception.message'] ?? ''
  const ids = { traceId, spanId, service, resource, severity: SEVERITY_OF_SPANS }
  return { ...ids, exception, context: span, attributes: { ...span, ...event }, message }
}
