// Group commit: an envelope leaves at once when the lane is idle; what comes while requests are under way leaves together with the next.
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Outcome } from './collector.ts'

export type Send = (signal: Signal, bytes: Uint8Array) => Promise<Outcome>
type Post = (signal: Signal, parts: Uint8Array[]) => Promise<Outcome>
type Waiting = { bytes: Uint8Array; done: (outcome: Outcome) => void }

/** Well below what collectors take by default, and enough for a hundred envelopes. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024
/** One slow request must not stop everything; more than two make the groups smaller. */
const CONCURRENCY = 2
/** What waits in memory for a collector that is too slow; beyond it the disk takes over. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

export function createBatches(post: Post): Send {
  const lanes = {
    traces: createLane('traces', post),
    logs: createLane('logs', post),
    metrics: createLane('metrics', post),
  }
  return (signal, bytes) => lanes[signal](bytes)
}

function createLane(signal: Signal, post: Post): (bytes: Uint8Array) => Promise<Outcome> {
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let inFlight = 0
  let scheduled = false
  return add

  function add(bytes: Uint8Array): Promise<Outcome> {
    if (waitingBytes + bytes.length > MAX_WAITING_BYTES) return Promise.resolve('unavailable')
    return new Promise((done) => {
      waiting.push({ bytes, done })
      waitingBytes += bytes.length
      if (scheduled || inFlight >= CONCURRENCY) return
      scheduled = true
      // One turn of the event loop gathers a burst into one request.
      setImmediate(sendNext)
    })
  }

  function sendNext(): void {
    scheduled = false
    while (inFlight < CONCURRENCY && waiting.length > 0) {
      inFlight++
      void deliver(takeBatch()).finally(() => {
        inFlight--
        sendNext()
      })
    }
  }

  function takeBatch(): Waiting[] {
    let size = waiting[0]!.bytes.length
    let count = 1
    while (count < waiting.length && size + waiting[count]!.bytes.length <= MAX_BATCH_BYTES)
      size += waiting[count++]!.bytes.length
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    waitingBytes -= size
    return batch
  }

  async function deliver(batch: Waiting[]): Promise<void> {
    const parts = batch.map((envelope) => envelope.bytes)
    const outcome = await post(signal, parts)
    if (outcome === 'refused' && batch.length > 1) {
      // One of them is poison: halve until it stands alone.
      const half = batch.length >> 1
      await deliver(batch.slice(0, half))
      return deliver(batch.slice(half))
    }
    for (const envelope of batch) envelope.done(outcome)
    if (outcome === 'unavailable') giveUp()
  }

  /** What waits would wait for a time-out each: its owners put it on the disk instead. */
  function giveUp(): void {
    const given = waiting
    waiting = []
    waitingBytes = 0
    for (const envelope of given) envelope.done('unavailable')
  }
}
