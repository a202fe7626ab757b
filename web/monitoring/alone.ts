import { guard } from './guard.ts'
import type { Attributes } from './options.ts'
import type { Sighting, Watch } from './watch.ts'

// As it was when the page started: whoever wraps it later, we included, must not see what the monitor sends.
export const nativeFetch = globalThis.fetch

/** One error as one request, without the rest of the package: no second try, little context, but it leaves. */
export function sendAlone(
  { options: { service, release, beforeSend = (record) => record }, url, page: { traceId, spanId } }: Watch,
  sighting: Sighting,
): void {
  const { thrown, occurrence, mechanism, severity: severityNumber, at } = sighting
  const read = (key: 'name' | 'message' | 'stack') =>
    guard(() => String((thrown as Error)[key]).slice(0, 9999))
  const attributes = {
    'exception.type': read('name'),
    'exception.message': read('message'),
    'exception.stacktrace': read('stack'),
    'errata.digest': occurrence.digest,
    'errata.mechanism': mechanism,
  }
  const record = guard(() =>
    beforeSend({ eventName: 'exception', severityNumber, traceId, spanId, attributes }),
  )
  if (record) {
    const resource = { attributes: encode({ 'service.name': service, 'service.version': release }) }
    const logRecords = [{ timeUnixNano: `${at}000000`, ...record, attributes: encode(record.attributes) }]
    const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
    nativeFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => {})
  }
}

function encode(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: `${value ?? ''}` } }))
}
