// Sessions that an SDK reports, one by one or as counts of a minute.
// https://develop.sentry.dev/sdk/telemetry/sessions/
import type { JsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { countOf, idOf, objectsOf, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'
import { timeOf } from './records.ts'

const INFO = 9
const SESSION_ID_DIGITS = 32
/** Of an item, as of Sentry's own server. */
const MAX_COUNTS = 100

/**
 * The states after an error that nothing caught; after `unhandled` the process may live on. `abnormal` does
 * not belong to them: the device was switched off, or the process was ended from outside.
 */
const CRASHES = ['crashed', 'unhandled']
/** The counts of a minute: each session is in one of them. */
const STATES = [...CRASHES, 'exited', 'errored', 'abnormal']

/** The state of a session at one instant. None without a valid id. */
export function sessionRecords(payload: JsonObject): LogRecord[] {
  const id = idOf(payload['sid'], SESSION_ID_DIGITS)
  if (id === '') return []
  const status = textOf(payload['status']) || 'ok'
  const name = CRASHES.includes(status) ? 'crash' : payload['init'] === true ? 'start' : 'update'
  return [
    {
      ...timeOf(payload['started']),
      ...timeOf(payload['timestamp']),
      eventName: `session.${name}`,
      severityNumber: INFO,
      attributes: toAttributes({ 'session.id': id, 'errata.session.status': status }),
    },
  ]
}

/** The sessions of a server, which have no ids: their number in each minute. `uid`: of the item. */
export function sessionCountRecords(payload: JsonObject, uid: string): LogRecord[] {
  return objectsOf(payload['aggregates'])
    .slice(0, MAX_COUNTS)
    .map((minute, index) => ({
      ...timeOf(minute['started']),
      eventName: 'session.counts',
      severityNumber: INFO,
      attributes: toAttributes({
        'log.record.uid': `${uid}-${index}`,
        'errata.sessions.total': sum(minute, STATES),
        'errata.sessions.crashed': sum(minute, CRASHES),
      }),
    }))
}

function sum(counts: JsonObject, names: string[]): number {
  return names.reduce((total, name) => total + countOf(counts[name]), 0)
}
