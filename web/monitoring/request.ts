// What `fetch.ts` is for `fetch`, for XMLHttpRequest: a class on top of the browser's own, whose prototype stays as it is.

import { attempt } from './attempt.ts'
import type { Departure } from './fetch.ts'
import type { Watch } from './watch.ts'

const failures: Record<string, string> = {
  abort: 'AbortError',
  timeout: 'TimeoutError',
  error: 'NetworkError',
}

/** Returns how to undo it. */
export function watchRequests(watch: Pick<Watch, 'requests' | 'ended'>): () => void {
  const Original = globalThis.XMLHttpRequest

  class WatchedRequest extends Original {
    #address: [url: string, method: string] | undefined
    #departure: Departure | undefined
    #traced = false
    #failure = ''

    constructor() {
      super()
      // Before the application's own listeners, so that what they report comes after the request in the breadcrumbs.
      for (const [type, name] of Object.entries(failures))
        this.addEventListener(type, () => (this.#failure = name))
      this.addEventListener('loadend', () => attempt(() => this.#end()))
    }

    override open(method: string, url: string | URL, ...rest: unknown[]): void {
      this.#traced = false
      this.#failure = ''
      this.#departure = undefined
      this.#address = attempt(() => [String(url), method])
      // A third argument that is undefined would not be the same as none.
      ;(super.open as (...given: unknown[]) => void)(method, url, ...rest)
    }

    override setRequestHeader(name: string, value: string): void {
      super.setRequestHeader(name, value)
      this.#traced ||= /^traceparent$/i.test(name)
    }

    override send(body?: XMLHttpRequestBodyInit | Document | null): void {
      attempt(() => {
        this.#departure = this.#address && watch.requests?.depart(...this.#address)
        const traceparent = this.#departure?.traceparent
        if (traceparent && !this.#traced) super.setRequestHeader('traceparent', traceparent)
      })
      super.send(body)
    }

    #end(): void {
      const error = this.#failure && new DOMException('', this.#failure)
      if (this.#departure)
        watch.ended({ ...this.#departure, end: performance.now(), status: this.status || undefined, error })
      this.#departure = undefined
    }
  }

  globalThis.XMLHttpRequest = WatchedRequest
  return () => {
    // Requests made meanwhile live on; `depart` watches nothing any more.
    if (globalThis.XMLHttpRequest === WatchedRequest) globalThis.XMLHttpRequest = Original
  }
}
