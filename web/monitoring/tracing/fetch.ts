// Wrapper around `fetch`, installed by the entry because the first requests of a page matter: records each
// request and sends `traceparent` to the own origin. No body is read or cloned, nothing is delayed.

import { guard } from '../guard.ts'
import { random } from '../random.ts'
import { replaceFunction } from '../replace-function.ts'
import type { RequestMonitor, StartRequest } from './request-record.ts'

/** Reads `core` at each request: its members change while the page lives. Returns how to record others. */
export function wrapFetch(core: RequestMonitor, signal: AbortSignal): StartRequest {
  const original = globalThis.fetch

  const start: StartRequest = (address, method) => {
    const url = new URL(address, document.baseURI)
    const { origin, href } = url
    if (signal.aborted || `${href}/`.startsWith(`${core.url}/`) || !href.startsWith('http')) return undefined
    const parent = core.ids()
    const spanId = random(16)
    const traceparent =
      // Without the header the server decides itself: an unsampled page must not silence its errors.
      core.trace.sampled &&
      (origin === location.origin ||
        core.options.propagateTo?.some((to) =>
          typeof to === 'string' ? href.startsWith(to) : href.search(to) >= 0,
        )) &&
      `00-${parent.traceId}-${spanId}-01`
    return { method, url, parent, spanId, traceparent, start: performance.now() }
  }

  // A method keeps its name when the code is minified: stacks show whose layer this is.
  const { errataFetch } = {
    errataFetch(this: void, input: RequestInfo | URL, init?: RequestInit) {
      // `fetch` itself rejects what cannot be read here, with its own message.
      const request = guard(() => {
        // A string or a URL has none of these members.
        const { url = input as string, method, headers: inputHeaders } = input as Partial<Request>
        const started = start(url, init?.method ?? method)
        const headers = new Headers(init?.headers ?? inputHeaders)
        if (started?.traceparent && !headers.has('traceparent')) {
          headers.set('traceparent', started.traceparent)
          // As prototype for members that a copy leaves out: SvelteKit marks its own requests so.
          init = { ...init, __proto__: init, headers } as RequestInit
        }
        return started
      })
      const ended = (response: Partial<Response>, error?: unknown) =>
        guard(() => request && core.ended({ ...request, end: performance.now(), response, error }))
      // A promise that follows: a handler on the request's own would hide that nobody handles its rejection.
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
  }

  core.fetch = errataFetch
  replaceFunction(globalThis, 'fetch', errataFetch, signal)
  return start
}
