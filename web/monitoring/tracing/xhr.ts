// Records requests of XMLHttpRequest with a subclass: the browser's prototype remains unchanged.

import { attempt } from '../attempt.ts'
import type { RequestMonitor, StartedRequest } from './request-record.ts'

const failures: Record<string, string> = {
  abort: 'AbortError',
  timeout: 'TimeoutError',
  error: 'NetworkError',
}

/** Returns a function that undoes it. */
export function wrapXhr(core: RequestMonitor): () => void {
  const Original = globalThis.XMLHttpRequest

  // A class in an object keeps its name when minified, so stacks show that this wrapper is ours.
  const { errataRequest } = {
    errataRequest: class extends Original {
      #address: [url: string, method: string] | undefined
      #request: StartedRequest | undefined
      #traced = false

      constructor() {
        super()
        // Added before the application's listeners, so that the request precedes their errors in breadcrumbs.
        // `load` and the application's listeners for it come before `loadend`.
        for (const [type, name] of Object.entries(failures))
          this.addEventListener(type, () => this.#end(name))
        this.addEventListener('readystatechange', () => {
          // Without a status the request has failed, and the event that says why comes next.
          if (this.readyState === Original.DONE && this.status) this.#end()
        })
      }

      override open(method: string, url: string | URL, ...rest: unknown[]): void {
        this.#traced = false
        this.#request = undefined
        this.#address = attempt(() => [String(url), method])
        // Forward only the arguments that were passed: an undefined third one makes the request synchronous.
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

      #end(failure = ''): void {
        const request = this.#request
        this.#request = undefined
        if (!request) return
        const error = failure && new DOMException('', failure)
        const response = { status: this.status || undefined }
        attempt(() => core.ended({ ...request, end: performance.now(), response, error }))
      }
    },
  }

  globalThis.XMLHttpRequest = errataRequest
  return () => {
    // Requests in progress continue; `start` records no new ones.
    if (globalThis.XMLHttpRequest === errataRequest) globalThis.XMLHttpRequest = Original
  }
}
