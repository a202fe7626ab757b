// The messages of opentelemetry-proto 1.x that a trace or log request is made of, and what all signals share.
import { attributes, repeated, message, field } from './descriptor.ts'

export const resource = message(attributes(1), field(2, 'droppedAttributesCount', 'uint32'))
export const scope = message(
  field(1, 'name', 'string'),
  field(2, 'version', 'string'),
  attributes(3),
  field(4, 'droppedAttributesCount', 'uint32'),
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
  field(1, 'timeUnixNano', 'fixed64'),
  field(2, 'name', 'string'),
  attributes(3),
  field(4, 'droppedAttributesCount', 'uint32'),
)
const spanLink = message(
  field(1, 'traceId', 'traceId'),
  field(2, 'spanId', 'spanId'),
  field(3, 'traceState', 'string'),
  attributes(4),
  field(5, 'droppedAttributesCount', 'uint32'),
  field(6, 'flags', 'fixed32'),
)
const status = message(field(2, 'message', 'string'), field(3, 'code', 'enum', statusCodes))
const span = message(
  field(1, 'traceId', 'traceId'),
  field(2, 'spanId', 'spanId'),
  field(3, 'traceState', 'string'),
  field(4, 'parentSpanId', 'spanId'),
  field(5, 'name', 'string'),
  field(6, 'kind', 'enum', spanKinds),
  field(7, 'startTimeUnixNano', 'fixed64'),
  field(8, 'endTimeUnixNano', 'fixed64'),
  attributes(9),
  field(10, 'droppedAttributesCount', 'uint32'),
  repeated(11, 'events', spanEvent),
  field(12, 'droppedEventsCount', 'uint32'),
  repeated(13, 'links', spanLink),
  field(14, 'droppedLinksCount', 'uint32'),
  field(15, 'status', status),
  field(16, 'flags', 'fixed32'),
)
const scopeSpans = message(
  field(1, 'scope', scope),
  repeated(2, 'spans', span),
  field(3, 'schemaUrl', 'string'),
)
const resourceSpans = message(
  field(1, 'resource', resource),
  repeated(2, 'scopeSpans', scopeSpans),
  field(3, 'schemaUrl', 'string'),
)
export const tracesRequest = message(repeated(1, 'resourceSpans', resourceSpans))

export const logRecord = message(
  field(1, 'timeUnixNano', 'fixed64'),
  field(2, 'severityNumber', 'enum', severityNames()),
  field(3, 'severityText', 'string'),
  field(5, 'body', 'value'),
  attributes(6),
  field(7, 'droppedAttributesCount', 'uint32'),
  field(8, 'flags', 'fixed32'),
  field(9, 'traceId', 'traceId'),
  field(10, 'spanId', 'spanId'),
  field(11, 'observedTimeUnixNano', 'fixed64'),
  field(12, 'eventName', 'string'),
)
const scopeLogs = message(
  field(1, 'scope', scope),
  repeated(2, 'logRecords', logRecord),
  field(3, 'schemaUrl', 'string'),
)
const resourceLogs = message(
  field(1, 'resource', resource),
  repeated(2, 'scopeLogs', scopeLogs),
  field(3, 'schemaUrl', 'string'),
)
export const logsRequest = message(repeated(1, 'resourceLogs', resourceLogs))

/** `SEVERITY_NUMBER_TRACE` = 1, `…_TRACE2` = 2 … `…_FATAL4` = 24. */
function severityNames(): Record<string, number> {
  const names: Record<string, number> = { SEVERITY_NUMBER_UNSPECIFIED: 0 }
  for (const [level, name] of ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].entries())
    for (let step = 0; step < 4; step++)
      names[`SEVERITY_NUMBER_${name}${step === 0 ? '' : step + 1}`] = 4 * level + step + 1
  return names
}
