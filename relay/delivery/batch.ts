// Batches for the collector: an envelope is sent at once when no request is under way; envelopes that arrive
// during a request are sent together in the next one.
import type { Signal } from '../../otlp/otlp-json.ts'
import type { DeliveryOutcome } from './collector.ts'

export type Send = (signal: Signal, bytes: Uint8Array) => Promise<DeliveryOutcome>
type Post = (signal: Signal, parts: Uint8Array[]) => Promise<DeliveryOutcome>
type Waiting = { bytes: Uint8Array; resolve: (outcome: DeliveryOutcome) => void }

/** Well below the limit of collectors (20 MiB by default), and enough for some thousand envelopes. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024
/** One slow request must not stop everything; more than two make the batches smaller. */
const CONCURRENCY = 2
/** Waits in memory for a collector that is too slow; beyond it the disk takes over. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

export function createBatches(post: Post): Send {
  const queues = {
    traces: createQueue('traces', post),
    logs: createQueue('logs', post),
    metrics: createQueue('metrics', post),
  }
  return (signal, bytes) => queues[signal](bytes)
}

function createQueue(signal: Signal, post: Post): (bytes: Uint8Array) => Promise<DeliveryOutcome> {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let inFlight = 0
  let isScheduled = false
  return add

  function add(bytes: Uint8Array): Promise<DeliveryOutcome> {
    if (waitingBytes + bytes.length > MAX_WAITING_BYTES) return Promise.resolve('unavailable')
    return new Promise((resolve) => {
      waiting.push({ bytes, resolve })
      waitingBytes += bytes.length
      if (isScheduled || inFlight >= CONCURRENCY) return
      isScheduled = true
      // One turn of the event loop collects a burst into one request.
      setImmediate(sendNext)
    })
  }

  function sendNext(): void {
    isScheduled = false
    while (inFlight < CONCURRENCY && waiting.length > 0) {
      inFlight++
      void deliver(nextBatch()).finally(() => {
        inFlight--
        sendNext()
      })
    }
  }

  function nextBatch(): Waiting[] {
    let size = waiting[0]!.bytes.length
    let count = 1
    while (count < waiting.length && size + waiting[count]!.bytes.length <= MAX_BATCH_BYTES)
      size += waiting[count++]!.bytes.length
    waitingBytes -= size
    return waiting.splice(0, count)
  }

  async function deliver(batch: Waiting[]): Promise<void> {
    const outcome = await post(
      signal,
      batch.map(({ bytes }) => bytes),
    )
    if (outcome === 'refused' && batch.length > 1) {
      // One of them is the reason: halve until it is alone.
      const half = batch.length >> 1
      await deliver(batch.slice(0, half))
      return deliver(batch.slice(half))
    }
    for (const { resolve } of batch) resolve(outcome)
    if (outcome === 'unavailable') failWaiting()
  }

  /** Each of them would wait for a time-out of its own: their callers put them on the disk instead. */
  function failWaiting(): void {
    waitingBytes = 0
    for (const { resolve } of waiting.splice(0)) resolve('unavailable')
  }
}
