// Records wait here, serialised, until the relay has taken them. The first leaves at once, what comes meanwhile leaves together.

import { envelope } from './record.ts'
import type { Attributes } from './options.ts'
import type { Transport } from './transport.ts'

/** Fits the browser's keepalive budget of 64 KiB with room for the application's own; measured: what does not fit is lost when a page closes with busy connections. */
const packetBytes = 48_000
/** Bounds memory while the relay is gone. The oldest are kept: the first error explains the later ones. */
const queueLimit = 60
/** A relay that is restarting is back within about this many doublings of the pause. */
const firstPauseMs = 1000
const longestPauseMs = 300_000
/** What OTLP calls worth another try. */
const retryable = new Set([429, 502, 503, 504])

export type Sender = { push(record: string): void; flush(): Promise<boolean>; close(): void }

export function createSender({ url, resource, transport }: { url: string; resource: Attributes; transport: Transport }): Sender {
  const queue: string[] = []
  const posting = new Set<Promise<boolean>>()
  let pauses = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function push(record: string): void {
    if (queue.length < queueLimit) queue.push(record)
    if (!timer && !posting.size) void sendNext()
  }

  async function sendNext(): Promise<void> {
    timer = undefined
    while (queue.length && !timer) await post(take())
  }

  function post(packet: string[]): Promise<boolean> {
    const done = deliver(packet).finally(() => posting.delete(done))
    posting.add(done)
    return done
  }

  async function deliver(packet: string[]): Promise<boolean> {
    let pause = 0
    try {
      const response = await transport.post(url, envelope(resource, packet))
      if (response.ok) pauses = 0
      if (!retryable.has(response.status)) return response.ok
      pause = Number(response.headers.get('retry-after')) * 1000 || 0
    } catch {
      // The network, a policy or the breaker: all the same from here.
    }
    queue.unshift(...packet)
    // Jitter, so that the pages of a whole site do not come back in step.
    pause = Math.max(pause, firstPauseMs * 2 ** pauses++) * (1 + Math.random() / 4)
    timer ??= setTimeout(() => void sendNext(), Math.min(pause, longestPauseMs))
    return false
  }

  function take(): string[] {
    let bytes = 0
    const end = queue.findIndex((record) => (bytes += new Blob([record]).size) > packetBytes)
    return queue.splice(0, end < 0 ? queue.length : Math.max(end, 1))
  }

  return {
    push,
    // Everything at once: nothing may wait for an answer when the page is going away.
    async flush() {
      clearTimeout(timer)
      timer = undefined
      for (let packets = Math.ceil(queueLimit / 2); queue.length && packets > 0; packets--) void post(take())
      const results = await Promise.all(posting)
      return results.every(Boolean) && !queue.length
    },
    close: () => clearTimeout(timer),
  }
}
