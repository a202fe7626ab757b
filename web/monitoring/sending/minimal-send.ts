// Sends one error in one request without the client chunk: no retry, little context.

import type { CapturedError } from '../errors/captured-error.ts'
import { guard } from '../guard.ts'
import type { Attributes } from '../options.ts'

/** The browser's `fetch`, read before it is wrapped: our own requests are not recorded. */
export const nativeFetch = guard(() => fetch)!

/** Requests of a page that fails in a loop. */
let limit = 30

export function sendMinimal(error: CapturedError): void {
  const read = (key: 'name' | 'message' | 'stack', other?: unknown) =>
    guard(() => (error.thrown as Error)?.[key] ?? other) as string
  const {
    options,
    trace: { traceId, spanId },
  } = error
  const record = guard(() =>
    (options.beforeSend ?? ((record) => record))({
      eventName: 'exception',
      severityNumber: error.severity,
      traceId,
      spanId,
      attributes: {
        ...error.attributes,
        'exception.type': read('name', typeof error.thrown),
        'exception.message': read('message', error.thrown),
        'exception.stacktrace': read('stack'),
        'errata.digest': error.occurrence.digest,
        'errata.mechanism': error.mechanism,
        'url.full': location.origin + location.pathname,
        'user.id': error.user?.id,
      },
    }),
  )
  if (!record || limit-- < 1) return
  nativeFetch(error.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceLogs: [
        {
          resource: {
            attributes: encode({
              'service.name': options.service,
              'service.version': options.release,
              'deployment.environment.name': options.environment,
              'user_agent.original': navigator.userAgent,
            }),
          },
          scopeLogs: [
            {
              logRecords: [
                { timeUnixNano: error.at + '000000', ...record, attributes: encode(record.attributes) },
              ],
            },
          ],
        },
      ],
    }),
    keepalive: true,
    // `guard` calls the reason and catches what that throws: fewer bytes than a function.
  }).catch(guard)
}

function encode(attributes: Attributes): object[] {
  // The error has the last ones.
  return Object.entries(attributes)
    .slice(-29)
    .map(([key, value]) => ({
      key,
      value: { stringValue: guard(() => `${value ?? ''}`.slice(0, 9999)) },
    }))
}
