// HTTP requests of the monitor. Records and spans share one back-off and one keepalive budget.

/**
 * Largest request body of records. What exceeds the keepalive budget is lost when a page closes with all its
 * connections busy (measured); this leaves room for requests of the application.
 */
export const bodyBytes = 48_000
/** Browsers reject keepalive requests beyond 64 KiB in flight per page. */
const keepaliveBudget = 61_440
/**
 * Each failed request prints a line in the browser's console. So the back-off doubles: 1 s, 2 s, and from the
 * third failure on 1 minute and more, at most 16.
 */
const shortBackoffMs = 1000
const shortBackoffs = 2
const longBackoffMs = 60_000
const longestBackoffMs = 960_000
/** A relay that does not respond within this time counts as unreachable. */
const timeoutMs = 10_000

export type Transport = {
  /** Posts JSON. Resolves to the HTTP status when the response body has ended; 0: no response. */
  post(url: string, body: string): Promise<number>
  /** For the exporter of spans; leaves a part of the keepalive budget to records. */
  fetch: typeof fetch
  /** Milliseconds until the back-off ends; not positive without one. */
  backoff(): number
  resetBackoff(): void
  isFailing(): boolean
  /** From true on, a request without a response counts as delivered: keepalive completes it. */
  pageLeaving(leaving: boolean): void
}

type Delivery = {
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

  /** `budget`: bytes of keepalive requests that may be in flight together with this one. */
  async function request(
    input: RequestInfo | URL,
    init: RequestInit = {},
    budget = keepaliveBudget,
  ): Promise<Delivery> {
    if (!isLeaving && Date.now() < backoffEnd) throw new TypeError('back-off')
    const bytes = new Blob([init.body as BlobPart]).size
    const keepalive = init.keepalive === true && keepaliveUsed + bytes <= budget
    const release = () => void (keepalive && (keepaliveUsed -= bytes))
    if (keepalive) keepaliveUsed += bytes
    let response: Response
    try {
      response = await nativeFetch(input, { ...init, keepalive })
    } catch (error) {
      release()
      // A browser rejects the requests of a page that goes away before `pagehide`, and completes them by
      // keepalive. Only a failure in a page that is still there in the next task is one.
      const departuresAtFailure = departures
      await new Promise((resolve) => setTimeout(resolve))
      if (isLeaving || departures !== departuresAtFailure)
        return { response: new Response(null, { status: 202 }) }
      startBackoff()
      throw error
    }
    if (response.ok) failures = 0
    else startBackoff(response)
    // Read to its end: Chromium never releases the keepalive budget of an unread body, WebKit only then.
    return { response, bodyEnd: response.arrayBuffer().then(release, release) }
  }

  function startBackoff(response?: Response): void {
    const backoffMs =
      failures < shortBackoffs
        ? shortBackoffMs * 2 ** failures
        : longBackoffMs * 2 ** (failures - shortBackoffs)
    const retryAfterMs = Number(response?.headers.get('retry-after')) * 1000 || 0
    failures++
    // `Retry-After` may ask for more, up to the longest back-off: a timer cannot hold every number. Jitter
    // keeps the pages of a site from retrying in step.
    const jitter = 1 + Math.random() / 4
    backoffEnd = Date.now() + Math.min(Math.max(backoffMs, retryAfterMs), longestBackoffMs) * jitter
  }

  return {
    async post(url, body) {
      let status = 0
      try {
        const headers = { 'content-type': 'application/json' }
        const signal = AbortSignal.timeout(timeoutMs)
        const { response, bodyEnd } = await request(url, {
          method: 'POST',
          headers,
          body,
          keepalive: true,
          signal,
        })
        status = response.status
        // A response that has not ended occupies one of the page's few connections.
        await bodyEnd
      } catch {
        // Network, policy or back-off: no response in each case.
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
