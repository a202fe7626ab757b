// The one way out of the page for records and spans alike, so that one breaker sees every failure.

// As it was when the page started: whoever wraps it later, we included, must not see what the monitor sends.
const nativeFetch = globalThis.fetch

/** Each failed request prints a line in the browser's console, which nothing can suppress: after this many in a row there is silence. */
const failureLimit = 3
/** The first silence; each further one is twice as long, up to the last. */
const pauseMs = 60_000
const longestPauseMs = 960_000
/** Browsers refuse keepalive requests beyond 64 KiB in flight in one page; a little is left to the application. */
const keepaliveLimit = 61_440

export type Transport = {
  /** `fetch` for the exporter of spans: the same breaker, no network while it is open. */
  fetch: typeof fetch
  post(url: string, body: string): Promise<Response>
  /** Forgets the silence: the page is going away and this is the last chance. */
  retryNow(): void
}

export function createTransport(): Transport {
  let failures = 0
  let silentUntil = 0
  let inFlight = 0

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (Date.now() < silentUntil) throw new TypeError('Silent for now')
    try {
      const response = await nativeFetch(input, init)
      // A body that nobody reads may hold the browser's keepalive budget for ever.
      void response.arrayBuffer().catch(() => {})
      if (response.ok) failures = 0
      else failed()
      return response
    } catch (error) {
      failed()
      throw error
    }
  }

  function failed(): void {
    failures++
    if (failures >= failureLimit) silentUntil = Date.now() + Math.min(pauseMs * 2 ** (failures - failureLimit), longestPauseMs)
  }

  return {
    fetch: send,
    async post(url, body) {
      const size = new Blob([body]).size
      const keepalive = inFlight + size <= keepaliveLimit
      if (keepalive) inFlight += size
      try {
        return await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          keepalive,
          signal: AbortSignal.timeout(timeoutMs),
        })
      } finally {
        if (keepalive) inFlight -= size
      }
    },
    retryNow() {
      silentUntil = 0
    },
  }
}

/** A relay that says nothing for so long is as good as gone. */
const timeoutMs = 10_000
