// Keeps the promise behind every 200: the collector has the envelope, or the disk has it.
// While the spool is not empty, new envelopes are appended to it: the oldest are always sent first.
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Meter } from '../meter.ts'
import type { Send } from './batch.ts'
import type { Outcome } from './collector.ts'
import type { StoredEnvelope } from './segment.ts'
import type { Spool } from './spool.ts'

export type Forwarder = {
  /** `delivered`: the collector or the disk has it; `unavailable`: neither, the sender must come back. */
  accept: Send
  /** `isSpooling`: new envelopes go to the disk. The others: whether the last write or read of it succeeded. */
  state: () => { isSpooling: boolean; canWrite: boolean; canRead: boolean }
  stop: () => Promise<void>
}
type Parts = { send: Send; spool: Spool; log: Logger; meter: Meter }

/** First and longest pause between tries of a collector that is away. Each try costs one small request. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** Envelopes sent between two moves of the cursor; a kill in between sends them again, so few. */
const DRAIN_STEP = 64
/** While an append is under way, the spool may be empty for a moment. */
const APPEND_PAUSE_MS = 5

export function createForwarder({ send, spool, log, meter }: Parts): Forwarder {
  let isSpooling = spool.hasSegments()
  let isStopped = false
  let canWrite = true
  let canRead = true
  let appending = 0
  let accepting = 0
  /** Numbers of delivered envelopes behind one that was not: they are not sent again. */
  const delivered = new Set<number>()
  let wake: (() => void) | undefined
  let onIdle: (() => void) | undefined
  let draining: Promise<void> = isSpooling ? drain() : Promise.resolve()
  return { accept, state: () => ({ isSpooling, canWrite, canRead }), stop }

  async function accept(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    accepting++
    try {
      // With a spool that cannot be read, waiting behind it could mean waiting for ever.
      if (!isSpooling || !canRead) {
        const outcome = await sendCounted(signal, bytes)
        if (outcome !== 'unavailable') return outcome
        startSpooling()
      }
      return await append(signal, bytes)
    } finally {
      if (--accepting === 0) onIdle?.()
    }
  }

  function startSpooling(): void {
    if (isSpooling || isStopped) return
    isSpooling = true
    // With a full disk and an empty spool each request comes here, to find out whether the collector is back.
    if (canWrite) log.warn('the collector does not answer: envelopes go to the disk until it does')
    draining = drain()
  }

  async function append(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    appending++
    try {
      await spool.append(signal, bytes)
      canWrite = true
      meter.count('errata_relay_spooled_envelopes_total', { signal })
      return 'delivered'
    } catch (error) {
      const sentence = 'the spool is full or cannot be written: senders are told to come back'
      if (canWrite) log.error({ error: String(error) }, sentence)
      canWrite = false
      return 'unavailable'
    } finally {
      appending--
    }
  }

  async function sendCounted(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    const outcome = await send(signal, bytes)
    if (outcome === 'delivered') meter.count('errata_relay_forwarded_envelopes_total', { signal })
    return outcome
  }

  async function drain(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    let step = 1
    let hasDrained = false
    while (!isStopped) {
      const envelopes = await takeBatch(step)
      if (envelopes?.length === 0) {
        // An append may have ended since the spool was read, so its size is looked at again, without a wait between.
        if (appending === 0 && spool.size().envelopes === 0) return finish(hasDrained)
        await sleep(APPEND_PAUSE_MS)
      } else if (envelopes !== undefined && (await sendBatch(envelopes))) {
        pause = FIRST_PAUSE_MS
        step = DRAIN_STEP
        hasDrained = true
      } else {
        await sleep(pause)
        pause = Math.min(2 * pause, MAX_PAUSE_MS)
        step = 1
      }
    }
  }

  function finish(hasDrained: boolean): void {
    isSpooling = false
    // What was delivered has made room.
    if (hasDrained) canWrite = true
    if (canWrite) log.info('the collector has everything that was on the disk')
  }

  /** `undefined`: the spool cannot be read, which says nothing about what is in it. */
  async function takeBatch(count: number): Promise<StoredEnvelope[] | undefined> {
    try {
      const envelopes = await spool.take(count)
      if (!canRead) log.info('the spool can be read again')
      canRead = true
      return envelopes
    } catch (error) {
      meter.count('errata_relay_spool_read_errors_total')
      if (canRead) log.error({ error: String(error) }, 'the spool cannot be read: its envelopes wait')
      canRead = false
      return undefined
    }
  }

  /** True when the collector answered for all of them. */
  async function sendBatch(envelopes: StoredEnvelope[]): Promise<boolean> {
    await Promise.all(
      envelopes.filter(({ number }) => !delivered.has(number)).map((envelope) => resend(envelope)),
    )
    const firstWaiting = envelopes.findIndex(({ number }) => !delivered.has(number))
    const done = firstWaiting < 0 ? envelopes : envelopes.slice(0, firstWaiting)
    const last = done.at(-1)
    if (last !== undefined) await spool.drop(last)
    for (const { number } of done) delivered.delete(number)
    return firstWaiting < 0
  }

  async function resend({ number, signal, bytes }: StoredEnvelope): Promise<void> {
    const outcome = await sendCounted(signal, bytes)
    if (outcome === 'unavailable') return
    delivered.add(number)
    if (outcome === 'delivered') return
    meter.count('errata_relay_dropped_envelopes_total', { signal, reason: 'refused by the collector' })
    log.error(
      { signal, bytes: bytes.length },
      'the collector refused an envelope from the spool: it is dropped',
    )
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function stop(): Promise<void> {
    isStopped = true
    wake?.()
    await draining
    if (accepting > 0) await new Promise<void>((resolve) => (onIdle = resolve))
  }
}
