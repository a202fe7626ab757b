// A thin layer around `fetch`: tells of each request, and hands the trace on to the own origin. No body is read or cloned, nothing waits.

import { cleanUrl, newId } from './page.ts'
import { guard } from './guard.ts'

export type Trip = {
  method: string
  url: URL
  traceId: string
  spanId: string
  parentSpanId: string
  /** Epoch milliseconds. */
  start: number
  end: number
  /** 0 when nothing was answered; then `error` is the name of what was thrown. */
  status: number
  error: string
}

export type FetchWatch = {
  /** Our own address: never watched. */
  url: string
  /** How the exporter sends, past this layer. */
  exporter: typeof fetch
  parent: () => { traceId: string; spanId: string; sampled: boolean }
  propagateTo: (string | RegExp)[]
  ended: (trip: Trip) => void
}

/** Returns how to undo it. */
export function watchFetch({ url: own, exporter, parent, propagateTo, ended }: FetchWatch): () => void {
  const original = globalThis.fetch
  let closed = false

  const watched: typeof fetch = (input, init) => {
    const trip = closed ? undefined : guard(() => begin(input, init))
    if (!trip) return original(input, init)
    return original(input, guard(() => withTraceparent(trip, input, init)) ?? init).then(
      (response) => {
        finish(trip, response.status, '')
        return response
      },
      (error: unknown) => {
        finish(trip, 0, guard(() => (error as Error).name) || 'Error')
        throw error
      },
    )
  }

  function begin(input: RequestInfo | URL, init?: RequestInit): Trip | undefined {
    const request = input instanceof Request ? input : undefined
    const url = new URL(request?.url ?? (input as string | URL), document.baseURI)
    if (`${url.href}/`.startsWith(`${own}/`) || !url.protocol.startsWith('http')) return undefined
    const { traceId, spanId } = parent()
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
    return { method, url, traceId, spanId: newId(8), parentSpanId: spanId, start: now(), end: 0, status: 0, error: '' }
  }

  function withTraceparent({ url, traceId, spanId }: Trip, input: RequestInfo | URL, init?: RequestInit): RequestInit | undefined {
    if (
      url.origin !== location.origin &&
      !propagateTo.some((to) => (typeof to === 'string' ? url.href.startsWith(to) : url.href.search(to) >= 0))
    )
      return init
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    if (!headers.has('traceparent')) headers.set('traceparent', `00-${traceId}-${spanId}-0${Number(parent().sampled)}`)
    return { ...init, headers }
  }

  function finish(trip: Trip, status: number, error: string): void {
    guard(() => ended(Object.assign(trip, { status, error, end: now() })))
  }

  // Where OpenTelemetry's exporter looks for a way past wrappers.
  globalThis.fetch = Object.assign(watched, { __original: exporter })
  return () => {
    // Somebody may have wrapped us meanwhile; then this layer stays, and does nothing.
    closed = true
    if (globalThis.fetch === watched) globalThis.fetch = original
  }
}

export function tripText({ method, url, status, error }: Trip): string {
  return `${method} ${url.origin === location.origin ? url.pathname : cleanUrl(url)} → ${status || error}`
}

function now(): number {
  return performance.timeOrigin + performance.now()
}
