// Calls the application's `beforeSend`.

import type { MonitoringRecord, Options } from './options.ts'

/** Sent of a record whose `beforeSend` has thrown: nothing that it might have removed, and the digest. */
const safeAttributes = [
  'exception.type',
  'errata.digest',
  'errata.given_digest',
  'errata.mechanism',
  'session.id',
]

/** null: the record is dropped. */
export function applyBeforeSend(
  record: MonitoringRecord,
  beforeSend: Options['beforeSend'],
): MonitoringRecord | null {
  try {
    return beforeSend ? beforeSend(record) : record
  } catch {
    const attributes = Object.fromEntries(safeAttributes.map((name) => [name, record.attributes[name]]))
    return { ...record, attributes: { ...attributes, 'errata.before_send': 'failed' } }
  }
}
