// For Next.js: pages for `error.tsx` and `global-error.tsx`, and the hook `onRequestError` of
// `instrumentation.ts`.

import { trace, type Attributes } from '@opentelemetry/api'
import { frameworkDigest } from '../errors/cause.ts'
import { send } from './node-capture.ts'

export { ErrorPage, GlobalErrorPage } from './next-error-page.tsx'

type NextRequest = { path: string; method: string }
type NextContext = { routePath: string; routeType: string }
/** A span of the OpenTelemetry SDK, whose events can be read. */
type RecordingSpan = { events?: { name: string; attributes?: Attributes }[] }

/**
 * Next's hook for errors of the server: `export { onRequestError } from '@errata/monitoring/next'` in
 * `instrumentation.ts`. The digest that Next shows then opens the error of the server, with its stack. With
 * OpenTelemetry the digest is added to the exception that the span has recorded; without it, the error
 * itself is sent.
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
