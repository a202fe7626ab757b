// Records wait here, serialised, until the relay has taken them. The first leaves at once, what comes meanwhile leaves together.

import { keepUnsent, takeUnsent } from './unsent.ts'

/** Fits the browser's keepalive budget with room for the application's own; measured: what does not fit is lost when a page closes with busy connections. */
const packetBytes = 48_000
/** Browsers refuse keepalive requests beyond 64 KiB in flight in one page. */
const keepaliveBytes = 61_440
/** Bounds memory while the relay is gone. The oldest are kept: the first error explains the later ones. */
const queueLimit = 60
/** Each failed request prints a line in the browser's console, which nothing can suppress. So the pauses between tries double: 1 s, 2 s, and from the third failure on a minute and more. */
const pauseMs = 1000
const quietFrom = 3
const quietMs = 60_000
const longestPauseMs = 960_000
/** A relay that says nothing for so long is as good as gone. */
const timeoutMs = 10_000
/** What OTLP calls worth another try. */
const retryable = new Set([429, 502, 503, 504])

export type Sender = {
  /** `soon`: leaves at once; else with what leaves next. */
  push(record: string, soon: boolean): void
  /** Everything at once, whatever the pause: nothing can wait for an answer when the page is going away. True when all was taken. */
  flush(): Promise<boolean>
  /** From true on, a request without an answer counts as delivered: keepalive carries it on while the page is gone. */
  leaving(yes: boolean): void
  /** `fetch` for the exporter of spans: one silence for both. */
  fetch: typeof fetch
  close(): void
}

/** `dropped`: told how many records found no room. */
export type Way = {
  url: string
  nativeFetch: typeof fetch
  envelope: (records: string[]) => string
  keep: boolean
  dropped: (count: number) => void
}

export function createSender({ url, nativeFetch, envelope, keep, dropped }: Way): Sender {
  let queue: string[] = []
  const posting = new Set<Promise<boolean>>()
  let failures = 0
  let quietUntil = 0
  let gone = false
  let keptAlive = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** `share`: what of the keepalive budget may be in use together with this request. */
  async function carefulFetch(input: RequestInfo | URL, init: RequestInit = {}, share = keepaliveBytes): Promise<Response> {
    if (!gone && Date.now() < quietUntil) throw new TypeError('quiet')
    const bytes = new Blob([init.body as BlobPart]).size
    const keepalive = init.keepalive === true && keptAlive + bytes <= share
    const free = () => void (keepalive && (keptAlive -= bytes))
    if (keepalive) keptAlive += bytes
    let response: Response | undefined
    try {
      response = await nativeFetch(input, { ...init, keepalive })
      // A body that nobody reads may hold the browser's keepalive budget for ever; WebKit gives it back when the body has ended, not before.
      response
        .arrayBuffer()
        .catch(() => {})
        .finally(free)
      return response
    } finally {
      if (!response) free()
      if (response?.ok) failures = 0
      // As the page goes, whatever is under way fails, and says nothing of the relay.
      else if (!gone) {
        const pause = Math.min(
          failures < quietFrom - 1 ? pauseMs * 2 ** failures : quietMs * 2 ** (failures - quietFrom + 1),
          longestPauseMs,
        )
        failures++
        // Jitter, so that the pages of a whole site do not come back in step.
        quietUntil = Date.now() + Math.max(pause, Number(response?.headers.get('retry-after')) * 1000 || 0) * (1 + Math.random() / 4)
      }
    }
  }

  async function deliver(records: string[]): Promise<boolean> {
    const status = await carry(envelope(records))
    if (retryable.has(status) || (!status && !gone)) {
      queue = [...records, ...queue]
      dropped(queue.splice(queueLimit).length)
      timer ??= setTimeout(() => void sendNext(), quietUntil - Date.now())
    }
    return status === 200
  }

  /** What an earlier page could not send. */
  async function deliverKept(): Promise<void> {
    const bodies = keep ? takeUnsent() : []
    for (const [index, body] of bodies.entries()) {
      const status = await carry(body)
      if (retryable.has(status) || !status) return keepUnsent(bodies.slice(index))
    }
  }

  /** Returns the status, 0 where there was no answer. */
  async function carry(body: string): Promise<number> {
    let status = 0
    try {
      const headers = { 'content-type': 'application/json' }
      ;({ status } = await carefulFetch(url, { method: 'POST', headers, body, keepalive: true, signal: AbortSignal.timeout(timeoutMs) }))
    } catch {
      // The network, a policy or the silence: all the same from here.
    }
    return status
  }

  function post(): Promise<boolean> {
    const done = deliver(queue.splice(0, packetOf(queue))).finally(() => posting.delete(done))
    posting.add(done)
    return done
  }

  async function sendNext(): Promise<void> {
    timer = undefined
    while (queue.length && !timer) await post()
  }

  void deliverKept()
  return {
    push(record, soon) {
      if (queue.length < queueLimit) queue.push(record)
      else dropped(1)
      if (soon && !timer && !posting.size) void sendNext()
    },
    async flush() {
      close()
      quietUntil = 0
      while (queue.length) void post()
      return (await Promise.all(posting)).every(Boolean)
    },
    leaving(yes) {
      gone = yes
      // While the relay is away, nothing that is sent now would arrive.
      if (keep && yes && failures) {
        close()
        while (queue.length) keepUnsent([envelope(queue.splice(0, packetOf(queue)))])
      }
      if (!yes) void deliverKept()
    },
    // Spans never take what a packet of errors may need.
    fetch: (input, init) => carefulFetch(input, init, keepaliveBytes - packetBytes),
    close,
  }

  function close(): void {
    clearTimeout(timer)
    timer = undefined
  }
}

/** How many records fit into one request, one at least. */
function packetOf(records: string[]): number {
  let bytes = 0
  const end = records.findIndex((record) => (bytes += new Blob([record]).size) > packetBytes)
  return end < 0 ? queueLimit : end || 1
}
