// For Next.js: pages for `error.tsx` and `global-error.tsx`, and the hook `onRequestError` of
// `instrumentation.ts`.

import { trace, type Attributes, type Span } from '@opentelemetry/api'
import { frameworkDigest } from '../errors/cause.ts'
import { readException } from '../errors/exception.ts'
import { send } from './node-capture.ts'

export { ErrorPage, GlobalErrorPage } from './next-error-page.tsx'

type NextRequest = { path: string; method: string }
type NextContext = { routePath: string; routeType: string }
/** A span of the OpenTelemetry SDK, whose events can be read. */
type ReadableSpan = { events?: { name: string; attributes?: Attributes }[] }

/**
 * Next's hook for errors of the server: `export { onRequestError } from '@errata/monitoring/next'` in
 * `instrumentation.ts`. The digest that Next shows then opens the error of the server, with its stack. With
 * OpenTelemetry the digest is added to the exception that the span has recorded; otherwise the error itself
 * is sent.
 */
export function onRequestError(error: unknown, request: NextRequest, context: NextContext): void {
  const digest = frameworkDigest(error)
  const span = trace.getActiveSpan()
  const recorded = span ? recordedExceptions(span, error) : []
  // Next calls the hook later than it records: a span may have ended with the exception, or without it.
  if (!span || (!span.isRecording() && !recorded.length)) {
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
  for (const attributes of recorded) attributes['errata.given_digest'] = digest
}

/** Attributes of the events of a span that are this error; empty if events cannot be read. */
function recordedExceptions(span: Span, error: unknown): Attributes[] {
  const { message } = readException(error)
  const { events = [] } = span as ReadableSpan
  return events.flatMap(({ name, attributes }) => {
    if (name !== 'exception' || !attributes) return []
    const recorded = String(attributes['exception.message'] ?? '')
    // A long message is cut, and an error without one is not the beginning of every other.
    return recorded === message || (message && recorded.startsWith(message)) ? [attributes] : []
  })
}
