// A thin layer around `fetch`, there from the start because the first requests of a page are the interesting ones: tells of each request and hands
// the trace on to the own origin. No body is read or cloned, nothing waits.

import { guard } from './guard.ts'
import { random } from './random.ts'
import type { Watch } from './watch.ts'

export type Ids = { traceId: string; spanId: string }

/** A request that has begun. */
export type Departure = {
  /** As it was given, in any case. */
  method: string
  url: URL
  parent: Ids
  spanId: string
  /** Milliseconds since the page's time origin. */
  start: number
  /** The header that hands the trace on, where it may go. */
  traceparent: string | false | undefined
}

export type Trip = Departure & {
  end: number
  /** What came back: a status, or the error that was thrown. */
  status: number | undefined
  error: unknown
}

export type Requests = {
  layer: typeof fetch
  /** The same look at a request that is made in another way; undefined: not to be watched. */
  depart: (address: string, method?: string) => Departure | undefined
  undo: () => void
}

/** Asks `watch` anew each time: what it says changes while the page lives. */
export function watchFetch(watch: Watch): Requests {
  const original = globalThis.fetch
  let open = true

  const depart: Requests['depart'] = (address, method = 'GET') => {
    const url = new URL(address, document.baseURI)
    const { origin, href } = url
    if (!open || `${href}/`.startsWith(`${watch.url}/`) || !href.startsWith('http')) return undefined
    const parent = watch.active()
    const spanId = random(16)
    const traceparent =
      (origin === location.origin ||
        watch.options.propagateTo?.some((to) =>
          typeof to === 'string' ? href.startsWith(to) : href.search(to) >= 0,
        )) &&
      `00-${parent.traceId}-${spanId}-0${watch.page.sampled ? 1 : 0}`
    return { method, url, parent, spanId, traceparent, start: performance.now() }
  }

  const layer: typeof fetch = async (input, init) => {
    // What cannot be read here, fetch itself will refuse in its own words.
    const departure = guard(() => {
      const {
        url = input as string,
        method,
        headers: given,
      } = input instanceof Request ? input : ({} as Partial<Request>)
      const departed = depart(url, init?.method ?? method)
      const traceparent = departed?.traceparent
      const headers = new Headers(init?.headers ?? given)
      if (traceparent && !headers.has('traceparent')) {
        headers.set('traceparent', traceparent)
        init = { ...init, headers }
      }
      return departed
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
          departure && watch.ended({ ...departure, end: performance.now(), status: response?.status, error }),
      )
    }
  }

  globalThis.fetch = layer
  return {
    layer,
    depart,
    undo() {
      // Somebody may have wrapped us meanwhile; then this layer stays, and does nothing.
      open = false
      if (globalThis.fetch === layer) globalThis.fetch = original
    },
  }
}
