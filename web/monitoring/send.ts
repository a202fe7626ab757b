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
  /** `soon`: leaves at once; else with what leaves next. False when there is no room for it. */
  push(record: string, soon: boolean): boolean
  /** Sends what waits for company, unless a pause is on. */
  wake(): void
  /** Everything at once, whatever the pause: nothing can wait for an answer when the page is going away. True when all was taken. */
  flush(): Promise<boolean>
  /** From true on, a request without an answer counts as delivered: keepalive carries it on while the page is gone. */
  leaving(yes: boolean): void
  /** `fetch` for the exporter of spans: one silence for both. */
  fetch: typeof fetch
  close(): void
}

export type Way = {
  url: string
  nativeFetch: typeof fetch
  envelope: (records: string[]) => string
  keep: boolean
}

export function createSender({ url, nativeFetch, envelope, keep }: Way): Sender {
  let queue: string[] = []
  const posting = new Set<Promise<boolean>>()
  let failures = 0
  let quietUntil = 0
  let gone = false
  let departures = 0
  let keptAlive = 0
  /** Records that may come back into the queue. */
  let underWay = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** `share`: what of the keepalive budget may be in use together with this request. `ended`: when its answer is here to the last byte, or never will be. */
  async function ask(input: RequestInfo | URL, init: RequestInit = {}, share = keepaliveBytes) {
    if (!gone && Date.now() < quietUntil) throw new TypeError('quiet')
    const bytes = new Blob([init.body as BlobPart]).size
    const keepalive = init.keepalive === true && keptAlive + bytes <= share
    const free = () => void (keepalive && (keptAlive -= bytes))
    if (keepalive) keptAlive += bytes
    let response: Response
    try {
      response = await nativeFetch(input, { ...init, keepalive })
    } catch (error) {
      free()
      // A browser ends the requests of a page that goes before it tells anybody that it goes, and carries them on by keepalive. Only what
      // fails in a page that stays has failed: in one that goes there is no next task, or it comes when the page is back.
      const before = departures
      await new Promise((resolve) => setTimeout(resolve))
      if (gone || departures !== before)
        return { response: new Response(null, { status: 202 }), ended: undefined }
      pause(undefined)
      throw error
    }
    if (response.ok) failures = 0
    else pause(response)
    // A body that nobody reads may hold the browser's keepalive budget for ever; WebKit gives it back when the body has ended, not before.
    return { response, ended: response.arrayBuffer().then(free, free) }
  }

  function pause(response: Response | undefined): void {
    const growing =
      failures < quietFrom - 1 ? pauseMs * 2 ** failures : quietMs * 2 ** (failures - quietFrom + 1)
    const asked = Number(response?.headers.get('retry-after')) * 1000 || 0
    failures++
    // Jitter, so that the pages of a whole site do not come back in step. A relay may ask for a longer pause, but not for one that no
    // timer can hold: then it would be none.
    quietUntil = Date.now() + Math.min(Math.max(growing, asked), longestPauseMs) * (1 + Math.random() / 4)
  }

  async function deliver(records: string[]): Promise<boolean> {
    underWay += records.length
    const status = await carry(envelope(records))
    underWay -= records.length
    if (retryable.has(status) || !status) {
      queue = [...records, ...queue]
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
      const init = { method: 'POST', headers, body, keepalive: true, signal: AbortSignal.timeout(timeoutMs) }
      const { response, ended } = await ask(url, init)
      status = response.status
      // An answer that does not end holds one of the few connections that the page has: the next request waits for it.
      await ended
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
      const room = queue.length + underWay < queueLimit
      if (room) queue.push(record)
      if (soon) wake()
      return room
    },
    wake,
    async flush() {
      close()
      quietUntil = 0
      while (queue.length) void post()
      return (await Promise.all(posting)).every(Boolean)
    },
    leaving(yes) {
      gone = yes
      if (yes) departures++
      // While the relay is away, nothing that is sent now would arrive.
      if (keep && yes && failures) {
        close()
        while (queue.length) keepUnsent([envelope(queue.splice(0, packetOf(queue)))])
      }
      if (!yes) void deliverKept()
    },
    // Spans never take what a packet of errors may need.
    fetch: async (input, init) => (await ask(input, init, keepaliveBytes - packetBytes)).response,
    close,
  }

  function wake(): void {
    if (!timer && !posting.size) void sendNext()
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
