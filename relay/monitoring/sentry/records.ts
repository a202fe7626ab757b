// Items that become log records: logs, sessions, feedback, check-ins.
import type { JsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { nanosecondsOf, numberOf, objectOf, objectsOf, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'

const SEVERITIES: Record<string, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 }
/** Logs are never issues: no event name, no attributes of an exception. */
export function logRecords(payload: JsonObject): LogRecord[] {
  return objectsOf(payload['items']).map((item) => ({
    ...timeOf(item['timestamp']),
    severityNumber:
      numberOf(item['severity_number']) ?? SEVERITIES[textOf(item['level'])] ?? SEVERITIES['info']!,
    severityText: textOf(item['level']),
    body: { stringValue: textOf(item['body']) },
    ...(textOf(item['trace_id']) && { traceId: textOf(item['trace_id']) }),
    ...(textOf(item['span_id']) && { spanId: textOf(item['span_id']) }),
    attributes: toAttributes(
      Object.fromEntries(
        Object.entries(objectOf(item['attributes'])).map(([key, value]) => [key, objectOf(value)['value']]),
      ),
    ),
  }))
}

/** One record for each message of a session: the store counts by the id. */
export function sessionRecords(payload: JsonObject): LogRecord[] {
  const id = textOf(payload['sid']).replaceAll('-', '')
  if (id === '') return []
  const status = textOf(payload['status'])
  const isCrashed = status === 'crashed' || status === 'unhandled' || status === 'abnormal'
  const start = { ...timeOf(payload['started']), eventName: 'session.start' }
  const attributes = toAttributes({ 'session.id': id, 'errata.session.status': status })
  if (!isCrashed) return [{ ...start, attributes }]
  return [
    { ...start, attributes },
    { ...timeOf(payload['timestamp']), eventName: 'session.crashed', attributes },
  ]
}

/** Of SDK 8 and later an event, before that a report. */
export function feedbackRecord(payload: JsonObject): LogRecord {
  const feedback = objectOf(objectOf(payload['contexts'])['feedback'])
  const trace = objectOf(objectOf(payload['contexts'])['trace'])
  return {
    ...timeOf(payload['timestamp']),
    eventName: 'user.feedback',
    severityNumber: 9,
    ...(textOf(trace['trace_id']) && { traceId: textOf(trace['trace_id']) }),
    attributes: toAttributes({
      'errata.feedback.text': textOf(feedback['message']) || textOf(payload['comments']),
      'errata.feedback.email': textOf(feedback['contact_email']) || textOf(payload['email']),
      'errata.feedback.name': textOf(feedback['name']) || textOf(payload['name']),
      'errata.given_digest': textOf(feedback['associated_event_id']) || textOf(payload['event_id']),
      'url.full': textOf(feedback['url']),
    }),
  }
}

/** Failed ones are errors in the log, not issues; the others are information. */
export function checkInRecord(payload: JsonObject): LogRecord {
  const status = textOf(payload['status'])
  const [monitor, failed] = [textOf(payload['monitor_slug']), status === 'error' || status === 'missed']
  const trace = objectOf(objectOf(payload['contexts'])['trace'])
  return {
    eventName: 'errata.check_in',
    severityNumber: failed ? 17 : 9,
    body: { stringValue: `${monitor}: ${status}` },
    ...(textOf(trace['trace_id']) && { traceId: textOf(trace['trace_id']) }),
    attributes: toAttributes({
      'errata.check_in.id': textOf(payload['check_in_id']),
      'errata.check_in.monitor': monitor,
      'errata.check_in.status': status,
      'errata.check_in.duration': numberOf(payload['duration']),
    }),
  }
}

function timeOf(value: unknown): { timeUnixNano?: string } {
  const time = nanosecondsOf(value)
  return time === undefined ? {} : { timeUnixNano: time }
}
