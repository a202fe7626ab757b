// Wraps `fetch`: records each request and adds `traceparent` for the page's own origin. The entry installs
// it, because the first requests of a page matter. It reads no body and delays nothing.

import { guard } from '../guard.ts'
import { random } from '../random.ts'
import { replaceFunction } from '../replace-function.ts'
import type { RequestMonitor } from './request-record.ts'

/**
 * Reads `core` at each request, because its members change. Returns a function that records other requests.
 */
export function wrapFetch(core: RequestMonitor, signal: AbortSignal): void {
  core.start = (address, method, headers) => {
    const url = new URL(address, document.baseURI)
    const { href } = url
    if (signal.aborted || `${href}/`.startsWith(`${core.url}/`) || !href.startsWith('http')) return undefined
    const parent = core.ids()
    const spanId = random(16)
    const traceparent =
      // Without the header the server decides for itself: an unsampled page must not hide server errors.
      core.trace.sampled &&
      (url.origin === location.origin ||
        core.options.propagateTo?.some((to) =>
          (to as Partial<RegExp>).exec ? href.search(to) >= 0 : href.startsWith(to as string),
        )) &&
      `00-${parent.traceId}-${spanId}-01`
    return { method, url, headers, parent, spanId, traceparent, start: performance.now() }
  }

  // A method keeps its name when minified, so stacks show that this wrapper is ours.
  core.fetch = {
    errataFetch(this: void, input: RequestInfo | URL, init?: RequestInit) {
      // `fetch` itself rejects invalid arguments, with its own message.
      const request = guard(() => {
        // A string or a URL does not have these members.
        const { url = input as string, method, headers: inputHeaders } = input as Partial<Request>
        const headers = new Headers(init?.headers ?? inputHeaders)
        const started = core.start!(url, init?.method ?? method, headers)
        if (started?.traceparent && !headers.has('traceparent')) {
          headers.set('traceparent', started.traceparent)
          // As the prototype, to keep members that a copy would lose: SvelteKit marks its requests with one.
          init = { ...init, __proto__: init, headers } as RequestInit
        }
        return started
      })
      const ended = (response: Partial<Response>, error?: unknown) =>
        guard(() => request && core.ended({ ...request, end: performance.now(), response, error }))
      // Return a derived promise: a handler on the original would hide an unhandled rejection.
      return original(input, init).then(
        (response) => {
          ended(response)
          return response
        },
        (error: unknown) => {
          ended({}, error)
          throw error
        },
      )
    },
  }.errataFetch
  const original = replaceFunction(window, 'fetch', core.fetch, signal)
}
