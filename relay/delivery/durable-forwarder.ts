// Keeps the promise behind every 200: the collector has the envelope, or the disk has it.
// While the spool is not empty, new envelopes are appended to it: the oldest are always sent first.
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Metrics } from '../metrics.ts'
import type { Send } from './batch.ts'
import type { DeliveryOutcome } from './collector.ts'
import { createDrain } from './drain.ts'
import type { Spool } from './spool.ts'

/** `isSpooling`: new envelopes go to the disk. The others: whether the last write or read of it succeeded. */
export type ForwarderState = { isSpooling: boolean; canWrite: boolean; canRead: boolean }
type Forwarder = {
  /** `delivered`: the collector or the disk has it; `unavailable`: neither, the sender must try again. */
  accept: Send
  state: () => ForwarderState
  /** Resolves when nothing is under way; the envelopes in the spool stay there. */
  stop: () => Promise<void>
}
type Parts = { send: Send; spool: Spool; log: Logger; metrics: Metrics }

export function createForwarder({ send, spool, log, metrics }: Parts): Forwarder {
  let isSpooling = spool.hasSegments()
  let isStopped = false
  let canWrite = true
  let appending = 0
  let accepting = 0
  let onIdle: (() => void) | undefined
  const drain = createDrain({
    send: sendCounted,
    spool,
    isAppending: () => appending > 0,
    onEmpty: stopSpooling,
    log,
    metrics,
  })
  let draining: Promise<void> = isSpooling ? drain.run() : Promise.resolve()
  return { accept, state: () => ({ isSpooling, canWrite, canRead: drain.canRead() }), stop }

  async function accept(signal: Signal, bytes: Uint8Array): Promise<DeliveryOutcome> {
    accepting++
    try {
      // With a spool that cannot be read, waiting behind it could mean waiting for ever.
      if (!isSpooling || !drain.canRead()) {
        const outcome = await sendCounted(signal, bytes)
        if (outcome !== 'unavailable') return outcome
        startSpooling()
      }
      return await append(signal, bytes)
    } finally {
      if (--accepting === 0) onIdle?.()
    }
  }

  async function sendCounted(signal: Signal, bytes: Uint8Array): Promise<DeliveryOutcome> {
    const outcome = await send(signal, bytes)
    if (outcome === 'delivered') metrics.count('errata_relay_forwarded_envelopes_total', { signal })
    return outcome
  }

  async function append(signal: Signal, bytes: Uint8Array): Promise<DeliveryOutcome> {
    appending++
    try {
      await spool.append(signal, bytes)
      canWrite = true
      metrics.count('errata_relay_spooled_envelopes_total', { signal })
      return 'delivered'
    } catch (error) {
      const sentence = 'the spool is full or cannot be written: senders get 503 and retry'
      if (canWrite) log.error({ error: String(error) }, sentence)
      canWrite = false
      return 'unavailable'
    } finally {
      appending--
    }
  }

  function startSpooling(): void {
    if (isSpooling || isStopped) return
    isSpooling = true
    // With a full disk and an empty spool each request comes here, to find out whether the collector is back.
    if (canWrite) log.warn('the collector does not answer: envelopes are written to the disk until it does')
    draining = drain.run()
  }

  function stopSpooling(hasDrained: boolean): void {
    isSpooling = false
    // The delivered envelopes were deleted, so there is space again.
    if (hasDrained) canWrite = true
    if (canWrite) log.info('all envelopes from the disk were delivered to the collector')
  }

  async function stop(): Promise<void> {
    isStopped = true
    drain.stop()
    await draining
    if (accepting > 0) await new Promise<void>((resolve) => (onIdle = resolve))
  }
}
