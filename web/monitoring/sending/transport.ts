// HTTP requests to the relay. Records and spans share one back-off and one keepalive budget.

/**
 * Maximum request body of records. Requests beyond the keepalive budget are lost if a page closes while all
 * connections are busy (measured); this leaves space for requests of the application.
 */
export const bodyBytes = 48_000
/** Browsers reject keepalive requests beyond 64 KiB in flight per page. */
const keepaliveBudget = 61_440
/**
 * Each failed request prints a line in the browser's console, so the back-off doubles: 1 s, 2 s, then from
 * the third failure on 1 minute and more, at most 16.
 */
const shortBackoffMs = 1000
const shortBackoffs = 2
const longBackoffMs = 60_000
const longestBackoffMs = 960_000
/** A relay that does not respond within this time is considered unreachable. */
const timeoutMs = 10_000

export type Transport = {
  /** Posts JSON. Resolves to the HTTP status after the end of the response body; 0: no response. */
  post(url: string, body: string): Promise<number>
  /** For the span exporter; reserves part of the keepalive budget for records. */
  fetch: typeof fetch
  /** Milliseconds until the back-off ends; zero or negative without one. */
  backoff(): number
  resetBackoff(): void
  isFailing(): boolean
  /** true: requests without a response count as delivered, because keepalive completes them. */
  pageLeaving(leaving: boolean): void
}

/** UTF-8. Not a Blob, which the browser registers in another process: that takes longer than the encoding. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

type KeepaliveResponse = {
  response: Response
  /** Resolves with the last byte of the response body. */
  bodyEnd?: Promise<void>
}

export function createTransport(nativeFetch: typeof fetch): Transport {
  let failures = 0
  let backoffEnd = 0
  let isLeaving = false
  let departures = 0
  let keepaliveUsed = 0

  /** `budget`: bytes that keepalive requests in flight may have, including this one. */
  async function request(
    input: RequestInfo | URL,
    init: RequestInit = {},
    budget = keepaliveBudget,
  ): Promise<KeepaliveResponse> {
    if (!isLeaving && Date.now() < backoffEnd) throw new TypeError('back-off')
    const bytes = (init.body as Uint8Array).byteLength
    const keepalive = !!init.keepalive && keepaliveUsed + bytes <= budget
    const release = () => void (keepalive && (keepaliveUsed -= bytes))
    if (keepalive) keepaliveUsed += bytes
    let response: Response
    try {
      response = await nativeFetch(input, { ...init, keepalive })
    } catch (error) {
      release()
      // When a page closes, the browser rejects its requests before `pagehide` and completes them with
      // keepalive. Only a failure in a page that is still open in the next task counts.
      const departuresAtFailure = departures
      await new Promise((resolve) => setTimeout(resolve))
      if (isLeaving || departures !== departuresAtFailure)
        return { response: new Response(null, { status: 202 }) }
      startBackoff()
      throw error
    }
    if (response.ok) failures = 0
    else startBackoff(response)
    // Read the body: Chromium never releases the keepalive budget of an unread body, WebKit only at its end.
    return { response, bodyEnd: response.arrayBuffer().then(release, release) }
  }

  function startBackoff(response?: Response): void {
    const backoffMs =
      failures < shortBackoffs
        ? shortBackoffMs * 2 ** failures
        : longBackoffMs * 2 ** (failures - shortBackoffs)
    const retryAfterMs = Number(response?.headers.get('retry-after')) * 1000 || 0
    failures++
    // `Retry-After` may ask for more, up to the longest back-off, because timers have a maximum. Jitter keeps
    // pages from retrying at the same time.
    const jitter = 1 + Math.random() / 4
    backoffEnd = Date.now() + Math.min(Math.max(backoffMs, retryAfterMs), longestBackoffMs) * jitter
  }

  return {
    async post(url, body) {
      let status = 0
      try {
        const { response, bodyEnd } = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: bytesOf(body),
          keepalive: true,
          signal: AbortSignal.timeout(timeoutMs),
        })
        status = response.status
        // An unfinished response occupies one of the page's few connections.
        await bodyEnd
      } catch {
        // Network error, policy or back-off: no response.
      }
      return status
    },
    fetch: async (input, init) => (await request(input, init, keepaliveBudget - bodyBytes)).response,
    backoff: () => backoffEnd - Date.now(),
    resetBackoff() {
      backoffEnd = 0
    },
    isFailing: () => failures > 0,
    pageLeaving(leaving) {
      isLeaving = leaving
      if (leaving) departures++
    },
  }
}
