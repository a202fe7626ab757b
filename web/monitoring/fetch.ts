// Wrapper around `fetch`, installed by the entry because the first requests of a page matter: records each
// request and sends `traceparent` to the own origin. No body is read or cloned, nothing is delayed.

import type { Core } from './core-state.ts'
import { guard } from './guard.ts'
import { random } from './random.ts'
import type { FetchWrapper } from './request-record.ts'

/** Reads `core` at each request: its members change while the page lives. */
export function wrapFetch(core: Core): FetchWrapper {
  const original = globalThis.fetch
  let active = true

  const start: FetchWrapper['start'] = (address, method = 'GET') => {
    const url = new URL(address, document.baseURI)
    const { origin, href } = url
    if (!active || `${href}/`.startsWith(`${core.url}/`) || !href.startsWith('http')) return undefined
    const parent = core.activeIds()
    const spanId = random(16)
    const traceparent =
      (origin === location.origin ||
        core.options.propagateTo?.some((to) =>
          typeof to === 'string' ? href.startsWith(to) : href.search(to) >= 0,
        )) &&
      `00-${parent.traceId}-${spanId}-0${core.trace.sampled ? 1 : 0}`
    return { method, url, parent, spanId, traceparent, start: performance.now() }
  }

  const wrapper: typeof fetch = async (input, init) => {
    // `fetch` itself rejects what cannot be read here, with its own message.
    const request = guard(() => {
      const {
        url = input as string,
        method,
        headers: inputHeaders,
      } = input instanceof Request ? input : ({} as Partial<Request>)
      const started = start(url, init?.method ?? method)
      const traceparent = started?.traceparent
      const headers = new Headers(init?.headers ?? inputHeaders)
      if (traceparent && !headers.has('traceparent')) {
        headers.set('traceparent', traceparent)
        init = { ...init, headers }
      }
      return started
    })
    let response: Response | undefined
    let error: unknown
    try {
      return (response = await original(input, init))
    } catch (thrown) {
      throw (error = thrown)
    } finally {
      guard(
        () =>
          request &&
          core.requestEnded({ ...request, end: performance.now(), status: response?.status, error }),
      )
    }
  }

  globalThis.fetch = wrapper
  return {
    wrapper,
    start,
    undo() {
      // Where another wrapper lies on top, this one stays and only forwards.
      active = false
      if (globalThis.fetch === wrapper) globalThis.fetch = original
    },
  }
}
