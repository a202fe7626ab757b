// Items that become log records: logs, feedback, check-ins, reports of what was not sent.
import type { JsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { countOf, nanosecondsOf, numberOf, objectOf, objectsOf, plainValues, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'

const [INFO, ERROR] = [9, 17]
const SEVERITIES = new Map(
  Object.entries({ trace: 1, debug: 5, info: INFO, warn: 13, error: ERROR, fatal: 21 }),
)

/** Of a report: an SDK knows a dozen reasons and as many categories. */
const MAX_DISCARDED = 100

/** Logs are never issues: no event name, no attributes of an exception. */
export function logRecords(payload: JsonObject): LogRecord[] {
  return objectsOf(payload['items']).map((item) => ({
    ...timeOf(item['timestamp']),
    severityNumber: numberOf(item['severity_number']) ?? SEVERITIES.get(textOf(item['level'])) ?? INFO,
    severityText: textOf(item['level']),
    body: { stringValue: textOf(item['body']) },
    ...(textOf(item['trace_id']) && { traceId: textOf(item['trace_id']) }),
    ...(textOf(item['span_id']) && { spanId: textOf(item['span_id']) }),
    attributes: toAttributes(plainValues(item['attributes'])),
  }))
}

/** Of SDK 8 and later an event, before that a report with the id of its error. `uid`: of the item. */
export function feedbackRecord(payload: JsonObject, uid: string): LogRecord {
  const isReport = payload['contexts'] === undefined
  const feedback = objectOf(objectOf(payload['contexts'])['feedback'])
  const trace = objectOf(objectOf(payload['contexts'])['trace'])
  return {
    ...timeOf(payload['timestamp']),
    eventName: 'user.feedback',
    severityNumber: INFO,
    ...(textOf(trace['trace_id']) && { traceId: textOf(trace['trace_id']) }),
    attributes: toAttributes({
      'log.record.uid': uid,
      'errata.feedback.text': textOf(feedback['message']) || textOf(payload['comments']),
      'errata.feedback.email': textOf(feedback['contact_email']) || textOf(payload['email']),
      'errata.feedback.name': textOf(feedback['name']) || textOf(payload['name']),
      'errata.given_digest': textOf(isReport ? payload['event_id'] : feedback['associated_event_id']),
      'url.full': textOf(feedback['url']),
      'user.id': textOf(objectOf(payload['user'])['id']),
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
    severityNumber: failed ? ERROR : INFO,
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

/** What the SDK has not sent, by reason and category. `uid`: of the item. */
export function discardedRecords(payload: JsonObject, uid: string): LogRecord[] {
  return objectsOf(payload['discarded_events'])
    .slice(0, MAX_DISCARDED)
    .map((entry, index) => ({
      ...timeOf(payload['timestamp']),
      eventName: 'errata.discarded',
      severityNumber: INFO,
      attributes: toAttributes({
        'log.record.uid': `${uid}-${index}`,
        'errata.discarded.reason': textOf(entry['reason']),
        'errata.discarded.category': textOf(entry['category']),
        'errata.discarded.quantity': countOf(entry['quantity']),
      }),
    }))
}

export function timeOf(value: unknown): { timeUnixNano?: string } {
  const time = nanosecondsOf(value)
  return time === undefined ? {} : { timeUnixNano: time }
}
