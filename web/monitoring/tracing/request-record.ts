// A request of the application, recorded by `fetch.ts` and `xhr.ts`, and its span according to
// OpenTelemetry's semantic conventions for HTTP clients.

import type { Attributes, Options } from '../options.ts'
import type { PageTrace, SpanIds } from './page-trace.ts'

export type StartedRequest = {
  /** As written by the application, in any case; undefined: GET. */
  method: string | undefined
  url: URL
  /** Of the request; undefined for an `XMLHttpRequest`. */
  headers?: Headers | undefined
  parent: SpanIds
  spanId: string
  /** Milliseconds since the page's time origin. */
  start: number
  /** Value of the `traceparent` header, if the request may carry it. */
  traceparent: string | false | undefined
}

export type RequestRecord = StartedRequest & {
  /** Milliseconds since the page's time origin. */
  end: number
  /** `status` is undefined if an error was thrown; an `XMLHttpRequest` has no `headers`. */
  response: { status?: number | undefined; headers?: Headers | undefined }
  error: unknown
}

/** Starts the record of a request; returns undefined if it is not recorded. */
export type StartRequest = (address: string, method?: string, headers?: Headers) => StartedRequest | undefined

/** The part of the page's state that the wrappers of `fetch` and `XMLHttpRequest` use. */
export type RequestMonitor = {
  options: Options
  /** Absolute URL that everything is sent to. */
  url: string
  trace: PageTrace
  /** Ids of the active span, else of the page; called once for each request that starts. */
  ids: () => SpanIds
  /** Called when a request of the application ends. */
  ended: (request: RequestRecord) => void
  /** The wrapper around `fetch`. */
  fetch?: typeof fetch
  start?: StartRequest
}

type RequestSpan = { name: string; attributes: Attributes; failed: boolean }

export function requestSpan(
  { method, url, response: { status }, error }: RequestRecord,
  templateOf: (path: string) => string,
): RequestSpan {
  const template = templateOf(url.pathname)
  const errorType = status === undefined ? nameOf(error) : status >= 400 ? String(status) : undefined
  return {
    name: `${method} ${template}`,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      'url.full': url.origin + url.pathname,
      'url.path': url.pathname,
      'url.template': template,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'error.type': errorType,
    },
    // A request that the application aborts is not a failure.
    failed: errorType !== undefined && errorType !== 'AbortError',
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : 'Error'
}
