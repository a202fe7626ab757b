// For React Router in framework mode, on the server: reports errors and passes their digests to the page in
// the `Server-Timing` header. The page shows that digest and does not report the error again.

import { guard } from '../guard.ts'
import { captureException } from './node.ts'

type RequestOptions = { request: Request }

const digests = new WeakMap<Request, string[]>()

/**
 * `entry.server.tsx`: `export { handleDataRequest, handleError } from
 * '@errata/monitoring/react-router-server'`. Prints the error, as React Router does without this hook, and
 * reports it, except for paths without a route and requests that the browser has aborted.
 */
export function handleError(error: unknown, { request }: RequestOptions): void {
  if (request.signal.aborted) return
  const response = guard(() => error as { status?: number; error?: unknown })
  const thrown = response?.error ?? error
  console.error(thrown)
  if (response?.status !== undefined && response.status < 500) return
  const digest = captureException(thrown, { handled: false })
  digests.set(request, [...(digests.get(request) ?? []), digest])
}

/** React Router's hook for the responses to navigations and actions. */
export function handleDataRequest(response: Response, { request }: RequestOptions): Response {
  addDigest(request, response.headers)
  return response
}

/** For pages that the server renders: call it first in `handleRequest`. */
export function addDigest(request: Request, headers: Headers): void {
  for (const digest of digests.get(request) ?? [])
    guard(() => headers.append('server-timing', `errata;desc="${digest}"`))
}
