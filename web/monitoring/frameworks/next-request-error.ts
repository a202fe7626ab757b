// Next's hook for errors of the server. With OpenTelemetry it adds Next's digest to what the span has
// recorded already; without it, it sends the error itself.

import { trace, type Attributes } from '@opentelemetry/api'
import { frameworkDigest } from '../errors/cause.ts'
import { send } from './capture.ts'

type NextRequest = { path: string; method: string }
type NextContext = { routePath: string; routeType: string }
/** A span of OpenTelemetry's SDK: its events can be read. */
type RecordingSpan = { events?: { name: string; attributes?: Attributes }[] }

/**
 * `instrumentation.ts`: `export { onRequestError } from '@errata/monitoring/next'`. The digest that Next
 * shows then opens the error of the server, with its stack.
 */
export function onRequestError(error: unknown, request: NextRequest, context: NextContext): void {
  const digest = frameworkDigest(error)
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) {
    const attributes = {
      'http.request.method': request.method,
      'url.path': request.path.replace(/\?.*/, ''),
      'http.route': context.routePath,
      'next.route_type': context.routeType,
    }
    return void send({ error, mechanism: 'next', severity: 17, attributes })
  }
  if (!digest) return
  span.setAttribute('errata.given_digest', digest)
  const { events = [] } = span as RecordingSpan
  for (const { name, attributes } of events)
    if (name === 'exception' && attributes) attributes['errata.given_digest'] = digest
}
