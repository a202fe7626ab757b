// A request of the application, as `fetch.ts` and `xhr.ts` record it.

import type { SpanIds } from './page-trace.ts'

export type StartedRequest = {
  /** As the application wrote it, in any case; undefined: GET. */
  method: string | undefined
  url: URL
  parent: SpanIds
  spanId: string
  /** Milliseconds since the page's time origin. */
  start: number
  /** Value of the header `traceparent`, where the request may carry it. */
  traceparent: string | false | undefined
}

export type RequestRecord = StartedRequest & {
  /** Milliseconds since the page's time origin. */
  end: number
  /** `status` is undefined with the error that was thrown; an `XMLHttpRequest` has no `headers`. */
  response: { status?: number | undefined; headers?: Headers | undefined }
  error: unknown
}

/** Starts the record of a request; undefined: the request is not recorded. */
export type StartRequest = (address: string, method?: string) => StartedRequest | undefined
