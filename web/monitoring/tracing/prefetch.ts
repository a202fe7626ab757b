// Requests that routers send ahead of the user.

import type { StartedRequest } from './request-record.ts'

/** A request of a router for a page that the user may visit next. */
export function isPrefetch({ headers }: StartedRequest): boolean {
  return ['next-router-prefetch', 'purpose', 'x-purpose', 'sec-purpose'].some((name) =>
    /^(1|2|prefetch)/.test(headers?.get(name) ?? ''),
  )
}
