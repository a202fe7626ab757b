// The messages of opentelemetry-proto 1.x that a trace or log request is made of, and what all signals share.
import { attributes, many, message, one } from './fields.ts'

export const resource = message(attributes(1), one(2, 'droppedAttributesCount', 'uint32'))
export const scope = message(
  one(1, 'name', 'string'),
  one(2, 'version', 'string'),
  attributes(3),
  one(4, 'droppedAttributesCount', 'uint32'),
)

const spanKinds = {
  SPAN_KIND_UNSPECIFIED: 0,
  SPAN_KIND_INTERNAL: 1,
  SPAN_KIND_SERVER: 2,
  SPAN_KIND_CLIENT: 3,
  SPAN_KIND_PRODUCER: 4,
  SPAN_KIND_CONSUMER: 5,
}
const statusCodes = { STATUS_CODE_UNSET: 0, STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 }

const spanEvent = message(
  one(1, 'timeUnixNano', 'fixed64'),
  one(2, 'name', 'string'),
  attributes(3),
  one(4, 'droppedAttributesCount', 'uint32'),
)
const spanLink = message(
  one(1, 'traceId', 'traceId'),
  one(2, 'spanId', 'spanId'),
  one(3, 'traceState', 'string'),
  attributes(4),
  one(5, 'droppedAttributesCount', 'uint32'),
  one(6, 'flags', 'fixed32'),
)
const status = message(one(2, 'message', 'string'), one(3, 'code', 'enum', statusCodes))
const span = message(
  one(1, 'traceId', 'traceId'),
  one(2, 'spanId', 'spanId'),
  one(3, 'traceState', 'string'),
  one(4, 'parentSpanId', 'spanId'),
  one(5, 'name', 'string'),
  one(6, 'kind', 'enum', spanKinds),
  one(7, 'startTimeUnixNano', 'fixed64'),
  one(8, 'endTimeUnixNano', 'fixed64'),
  attributes(9),
  one(10, 'droppedAttributesCount', 'uint32'),
  many(11, 'events', spanEvent),
  one(12, 'droppedEventsCount', 'uint32'),
  many(13, 'links', spanLink),
  one(14, 'droppedLinksCount', 'uint32'),
  one(15, 'status', status),
  one(16, 'flags', 'fixed32'),
)
const scopeSpans = message(one(1, 'scope', scope), many(2, 'spans', span), one(3, 'schemaUrl', 'string'))
const resourceSpans = message(
  one(1, 'resource', resource),
  many(2, 'scopeSpans', scopeSpans),
  one(3, 'schemaUrl', 'string'),
)
export const tracesRequest = message(many(1, 'resourceSpans', resourceSpans))

export const logRecord = message(
  one(1, 'timeUnixNano', 'fixed64'),
  one(2, 'severityNumber', 'enum', severityNames()),
  one(3, 'severityText', 'string'),
  one(5, 'body', 'value'),
  attributes(6),
  one(7, 'droppedAttributesCount', 'uint32'),
  one(8, 'flags', 'fixed32'),
  one(9, 'traceId', 'traceId'),
  one(10, 'spanId', 'spanId'),
  one(11, 'observedTimeUnixNano', 'fixed64'),
  one(12, 'eventName', 'string'),
)
const scopeLogs = message(
  one(1, 'scope', scope),
  many(2, 'logRecords', logRecord),
  one(3, 'schemaUrl', 'string'),
)
const resourceLogs = message(
  one(1, 'resource', resource),
  many(2, 'scopeLogs', scopeLogs),
  one(3, 'schemaUrl', 'string'),
)
export const logsRequest = message(many(1, 'resourceLogs', resourceLogs))

/** `SEVERITY_NUMBER_TRACE` = 1, `…_TRACE2` = 2 … `…_FATAL4` = 24. */
function severityNames(): Record<string, number> {
  const names: Record<string, number> = { SEVERITY_NUMBER_UNSPECIFIED: 0 }
  for (const [level, name] of ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].entries())
    for (let step = 0; step < 4; step++)
      names[`SEVERITY_NUMBER_${name}${step === 0 ? '' : step + 1}`] = 4 * level + step + 1
  return names
}
