// Records requests of XMLHttpRequest by a subclass: the browser's own prototype is not changed.

import { attempt } from '../attempt.ts'
import type { RequestMonitor, StartedRequest } from './request-record.ts'

const failures: Record<string, string> = {
  abort: 'AbortError',
  timeout: 'TimeoutError',
  error: 'NetworkError',
}

/** Returns how to undo it. */
export function wrapXhr(core: RequestMonitor): () => void {
  const Original = globalThis.XMLHttpRequest

  // A class in an object keeps its name when the code is minified: stacks show whose layer this is.
  const { errataRequest } = {
    errataRequest: class extends Original {
      #address: [url: string, method: string] | undefined
      #request: StartedRequest | undefined
      #traced = false
      #failure = ''

      constructor() {
        super()
        // Added before the application's listeners: the request precedes their errors in the breadcrumbs.
        for (const [type, name] of Object.entries(failures))
          this.addEventListener(type, () => (this.#failure = name))
        this.addEventListener('loadend', () => attempt(() => this.#end()))
      }

      override open(method: string, url: string | URL, ...rest: unknown[]): void {
        this.#traced = false
        this.#failure = ''
        this.#request = undefined
        this.#address = attempt(() => [String(url), method])
        // A third argument that is undefined differs from none: it makes the request synchronous.
        ;(super.open as (...parameters: unknown[]) => void)(method, url, ...rest)
      }

      override setRequestHeader(name: string, value: string): void {
        super.setRequestHeader(name, value)
        this.#traced ||= /^traceparent$/i.test(name)
      }

      override send(body?: XMLHttpRequestBodyInit | Document | null): void {
        attempt(() => {
          this.#request = this.#address && core.start?.(...this.#address)
          const traceparent = this.#request?.traceparent
          if (traceparent && !this.#traced) super.setRequestHeader('traceparent', traceparent)
        })
        super.send(body)
      }

      #end(): void {
        const error = this.#failure && new DOMException('', this.#failure)
        if (this.#request)
          core.ended({
            ...this.#request,
            end: performance.now(),
            response: { status: this.status || undefined },
            error,
          })
        this.#request = undefined
      }
    },
  }

  globalThis.XMLHttpRequest = errataRequest
  return () => {
    // Requests under way go on; `start` records no further ones.
    if (globalThis.XMLHttpRequest === errataRequest) globalThis.XMLHttpRequest = Original
  }
}
