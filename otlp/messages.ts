// The messages of trace and log requests (opentelemetry-proto 1.x), and the messages that all signals share.
import {
  type Field,
  type Message,
  attributes,
  field,
  message,
  messageOf,
  repeated,
  required,
  strict,
} from './descriptor.ts'

const resource = message(attributes(1), field(2, 'droppedAttributesCount', 'droppedCount'))
const scope = message(
  field(1, 'name', 'string'),
  field(2, 'version', 'string'),
  attributes(3),
  field(4, 'droppedAttributesCount', 'droppedCount'),
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

const spanEvent = messageOf('part', [
  field(1, 'timeUnixNano', 'fixed64'),
  field(2, 'name', 'string'),
  attributes(3),
  field(4, 'droppedAttributesCount', 'droppedCount'),
])
const spanLink = messageOf('part', [
  required(1, 'traceId', 'traceId'),
  required(2, 'spanId', 'spanId'),
  field(3, 'traceState', 'string'),
  attributes(4),
  field(5, 'droppedAttributesCount', 'droppedCount'),
  field(6, 'flags', 'fixed32'),
])
const status = message(field(2, 'message', 'string'), field(3, 'code', 'enum', statusCodes))
const span = messageOf('item', [
  required(1, 'traceId', 'traceId'),
  required(2, 'spanId', 'spanId'),
  field(3, 'traceState', 'string'),
  field(4, 'parentSpanId', 'spanId'),
  field(5, 'name', 'string'),
  field(6, 'kind', 'enum', spanKinds),
  strict(field(7, 'startTimeUnixNano', 'fixed64')),
  strict(field(8, 'endTimeUnixNano', 'fixed64')),
  attributes(9),
  field(10, 'droppedAttributesCount', 'droppedCount'),
  repeated(11, 'events', spanEvent),
  field(12, 'droppedEventsCount', 'droppedCount'),
  repeated(13, 'links', spanLink),
  field(14, 'droppedLinksCount', 'droppedCount'),
  field(15, 'status', status),
  field(16, 'flags', 'fixed32'),
])
export const tracesRequest = requestOf('resourceSpans', 'scopeSpans', repeated(2, 'spans', span))

export const observedTime = strict(field(11, 'observedTimeUnixNano', 'fixed64'))
export const logRecord = messageOf('item', [
  strict(field(1, 'timeUnixNano', 'fixed64')),
  field(2, 'severityNumber', 'enum', severityNames()),
  field(3, 'severityText', 'string'),
  field(5, 'body', 'value'),
  attributes(6),
  field(7, 'droppedAttributesCount', 'droppedCount'),
  field(8, 'flags', 'fixed32'),
  field(9, 'traceId', 'traceId'),
  field(10, 'spanId', 'spanId'),
  observedTime,
  field(12, 'eventName', 'string'),
])
export const logsRequest = requestOf('resourceLogs', 'scopeLogs', repeated(2, 'logRecords', logRecord))

/** The containers around the items of every signal: one per resource, and in it one per scope. */
export function requestOf(perResource: string, perScope: string, items: Field): Message {
  const schemaUrl = field(3, 'schemaUrl', 'string')
  const scopeContainer = messageOf('container', [field(1, 'scope', scope), strict(items), schemaUrl])
  const scopes = strict(repeated(2, perScope, scopeContainer))
  const resourceContainer = messageOf('resourceContainer', [
    field(1, 'resource', resource),
    scopes,
    schemaUrl,
  ])
  return message(strict(repeated(1, perResource, resourceContainer)))
}

/** `SEVERITY_NUMBER_TRACE` = 1, `…_TRACE2` = 2 … `…_FATAL4` = 24. */
function severityNames(): Record<string, number> {
  const names: Record<string, number> = { SEVERITY_NUMBER_UNSPECIFIED: 0 }
  for (const [level, name] of ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].entries())
    for (let step = 0; step < 4; step++)
      names[`SEVERITY_NUMBER_${name}${step === 0 ? '' : step + 1}`] = 4 * level + step + 1
  return names
}
