// Sends one error in one request without the client chunk: no retry, little context.

import type { CapturedError } from '../errors/captured-error.ts'
import { guard } from '../guard.ts'
import type { Attributes, Options } from '../options.ts'
import type { SpanIds } from '../tracing/page-trace.ts'

/** The browser's `fetch`, read before it is wrapped: our own requests are not recorded. */
export const nativeFetch = globalThis.fetch

export function sendMinimal(
  {
    options: { service, release, environment, beforeSend = (record) => record },
    url,
    trace: { traceId, spanId },
  }: { options: Options; url: string; trace: SpanIds },
  { thrown, occurrence, mechanism, severity: severityNumber, at }: CapturedError,
): void {
  const read = (key: 'name' | 'message' | 'stack') =>
    guard(() => String((thrown as Error)[key]).slice(0, 9999))
  const attributes = {
    'exception.type': read('name'),
    'exception.message': read('message'),
    'exception.stacktrace': read('stack'),
    'errata.digest': occurrence.digest,
    'errata.mechanism': mechanism,
    'url.full': location.origin + location.pathname,
  }
  const record = guard(() =>
    beforeSend({ eventName: 'exception', severityNumber, traceId, spanId, attributes }),
  )
  if (!record) return
  nativeFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceLogs: [
        {
          resource: {
            attributes: encode({
              'service.name': service,
              'service.version': release,
              'deployment.environment.name': environment,
              'user_agent.original': navigator.userAgent,
            }),
          },
          scopeLogs: [
            {
              logRecords: [{ timeUnixNano: at + '000000', ...record, attributes: encode(record.attributes) }],
            },
          ],
        },
      ],
    }),
    keepalive: true,
  }).catch(() => {})
}

function encode(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: `${value ?? ''}` } }))
}
