// A thin layer around `fetch`, there from the start because the first requests of a page are the interesting ones: tells of each request and hands
// the trace on to the own origin. No body is read or cloned, nothing waits.

import { guard } from './guard.ts'
import { random } from './random.ts'

export type Ids = { traceId: string; spanId: string }

export type Trip = {
  method: string
  url: URL
  parent: Ids
  spanId: string
  /** Milliseconds since the page's time origin. */
  start: number
  end: number
  /** What came back: a status, or the error that was thrown. */
  status: number | undefined
  error: unknown
}

export type FetchWatch = {
  /** Our own address: never watched. */
  url: string
  active: () => Ids
  sampled: boolean
  propagateTo: (string | RegExp)[] | undefined
  ended: (trip: Trip) => void
}

/** Returns the layer and how to undo it. */
export function watchFetch({ url: own, active, sampled, propagateTo, ended }: FetchWatch): [layer: typeof fetch, undo: () => void] {
  const original = globalThis.fetch
  let open = true

  const layer: typeof fetch = (input, init) => {
    let trip: Omit<Trip, 'end' | 'status' | 'error'> | undefined
    // What cannot be read here, fetch itself will refuse in its own words.
    guard(() => {
      const request = input instanceof Request ? input : undefined
      const url = new URL(request?.url ?? (input as string), document.baseURI)
      const { origin, href, protocol } = url
      if (!open || `${href}/`.startsWith(`${own}/`) || !protocol.startsWith('http')) return
      const parent = active()
      const spanId = random(16)
      const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
      if (origin === location.origin || propagateTo?.some((to) => (typeof to === 'string' ? href.startsWith(to) : href.search(to) >= 0))) {
        const headers = new Headers(init?.headers ?? request?.headers)
        if (!headers.has('traceparent')) headers.set('traceparent', `00-${parent.traceId}-${spanId}-0${Number(sampled)}`)
        init = { ...init, headers }
      }
      trip = { method, url, parent, spanId, start: performance.now() }
    })
    const finish = (status: number | undefined, error?: unknown) =>
      guard(() => trip && ended({ ...trip, end: performance.now(), status, error }))
    const answer = original(input, init)
    if (!trip) return answer
    return answer.then(
      (response) => {
        finish(response.status)
        return response
      },
      (error: unknown) => {
        finish(undefined, error)
        throw error
      },
    )
  }

  globalThis.fetch = layer
  return [
    layer,
    () => {
      // Somebody may have wrapped us meanwhile; then this layer stays, and does nothing.
      open = false
      if (globalThis.fetch === layer) globalThis.fetch = original
    },
  ]
}
