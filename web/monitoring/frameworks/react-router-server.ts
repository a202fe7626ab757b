// For React Router's framework mode, on the server: reports its errors, and tells the page their digests in
// the header `Server-Timing`. The page shows that digest and records nothing of its own.

import { guard } from '../guard.ts'
import { captureException } from './node.ts'

type RequestOptions = { request: Request }

const digests = new WeakMap<Request, string[]>()

/**
 * `entry.server.tsx`: `export { handleDataRequest, handleError } from
 * '@errata/monitoring/react-router-server'`. Prints the error, as React Router does without this hook, and
 * reports it. An address without a route, and a request that the browser has given up, are no failures.
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

/** React Router's hook for the answers of navigations and actions. */
export function handleDataRequest(response: Response, { request }: RequestOptions): Response {
  addDigest(request, response.headers)
  return response
}

/** First in `handleRequest`, with its `request` and `responseHeaders`: for pages that the server renders. */
export function addDigest(request: Request, headers: Headers): void {
  for (const digest of digests.get(request) ?? [])
    guard(() => headers.append('server-timing', `errata;desc="${digest}"`))
}
