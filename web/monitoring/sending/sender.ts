// Queue of serialised records. An error is sent immediately with what is queued; records that arrive during a
// request are sent together.

import { bodyBytes, bytesOf, type Transport } from './transport.ts'
import { storeUnsent, takeUnsent } from './unsent.ts'

/** Bounds memory while the relay is unreachable. The oldest are kept: the first error explains later ones. */
const queueLimit = 60
/** OTLP's retryable status codes; 0: no response. */
const retryable = new Set([0, 429, 502, 503, 504])

type Sender = {
  /** `soon`: sends now instead of with the next request. Returns false if the queue is full. */
  push(record: string, soon: boolean): boolean
  /** Sends the queue, unless a back-off is active. */
  wake(this: void): void
  /** Sends everything in parallel, ignoring the back-off. True if everything was accepted. */
  flush(): Promise<boolean>
  /** true: the page is closing; false: it was restored from the back/forward cache. */
  pageLeaving(leaving: boolean): void
  close(): void
}

type SenderOptions = {
  url: string
  transport: Transport
  envelope: (records: string[]) => string
  keepUnsent: boolean
}

export function createSender({ url, transport, envelope, keepUnsent }: SenderOptions): Sender {
  let queue: string[] = []
  const posting = new Set<Promise<boolean>>()
  /** Records in flight, which may return to the queue. */
  let inFlight = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const nextBody = () => queue.splice(0, countForBody(queue))

  async function deliver(records: string[]): Promise<boolean> {
    inFlight += records.length
    const status = await transport.post(url, envelope(records))
    inFlight -= records.length
    if (retryable.has(status)) {
      queue = [...records, ...queue]
      timer ??= setTimeout(() => void sendNext(), transport.backoff())
    }
    return status === 200
  }

  function post(): Promise<boolean> {
    const request = deliver(nextBody()).finally(() => posting.delete(request))
    posting.add(request)
    return request
  }

  async function sendNext(): Promise<void> {
    timer = undefined
    while (queue.length && !timer) await post()
  }

  async function deliverUnsent(): Promise<void> {
    const bodies = keepUnsent ? takeUnsent() : []
    for (const [index, body] of bodies.entries())
      if (retryable.has(await transport.post(url, body))) return storeUnsent(bodies.slice(index))
  }

  function wake(): void {
    if (!timer && !posting.size) void sendNext()
  }

  function close(): void {
    clearTimeout(timer)
    timer = undefined
  }

  void deliverUnsent()
  return {
    push(record, soon) {
      const hasSpace = queue.length + inFlight < queueLimit
      if (hasSpace) queue.push(record)
      if (soon) wake()
      return hasSpace
    },
    wake,
    async flush() {
      close()
      transport.resetBackoff()
      while (queue.length) void post()
      return (await Promise.all(posting)).every(Boolean)
    },
    pageLeaving(leaving) {
      transport.pageLeaving(leaving)
      if (!leaving) void deliverUnsent()
      // While the relay is unreachable, a request would fail.
      else if (keepUnsent && transport.isFailing()) {
        close()
        while (queue.length) storeUnsent([envelope(nextBody())])
      }
    },
    close,
  }
}

/** Number of records that fit into one request, at least one. */
function countForBody(records: string[]): number {
  let bytes = 0
  const end = records.findIndex((record) => (bytes += bytesOf(record).length) > bodyBytes)
  return end < 0 ? records.length : end || 1
}
