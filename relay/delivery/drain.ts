// Sends the envelopes of a spool to the collector, the oldest first, until the spool is empty.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { Send } from './batch.ts'
import type { StoredEnvelope } from './segment.ts'
import type { Spool } from './spool.ts'

type Drain = {
  /** Until the spool is empty, or `stop` is called. */
  run: () => Promise<void>
  /** False when the last read of the spool failed. */
  canRead: () => boolean
  stop: () => void
}
type Parts = {
  send: Send
  spool: Spool
  /** An append is under way: the spool is empty for a moment only. */
  isAppending: () => boolean
  /** Called in the same turn in which the spool was empty. `hasDrained`: it contained something. */
  onEmpty: (hasDrained: boolean) => void
  log: Logger
  metrics: Metrics
}

/** First and longest pause between tries while the collector is down. A try costs one small request. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** Envelopes sent between two moves of the cursor; a kill in between sends them again, so few. */
const DRAIN_STEP = 64
/** An append takes about as long as a sync of the disk. */
const APPEND_PAUSE_MS = 5

export function createDrain({ send, spool, isAppending, onEmpty, log, metrics }: Parts): Drain {
  const stopping = new AbortController()
  let canRead = true
  /** Numbers of delivered envelopes behind one that was not: they are not sent again. */
  const delivered = new Set<number>()
  return { run, canRead: () => canRead, stop: () => stopping.abort() }

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    let step = 1
    let hasDrained = false
    while (!stopping.signal.aborted) {
      const envelopes = await takeBatch(step)
      if (envelopes?.length === 0) {
        // Appends may have ended since the spool was read. Its size is exact, and nothing waits after this.
        if (!isAppending() && spool.size().envelopes === 0) return onEmpty(hasDrained)
        await wait(APPEND_PAUSE_MS)
      } else if (envelopes !== undefined && (await sendBatch(envelopes))) {
        pause = FIRST_PAUSE_MS
        step = DRAIN_STEP
        hasDrained = true
      } else {
        await wait(pause)
        pause = Math.min(2 * pause, MAX_PAUSE_MS)
        step = 1
      }
    }
  }

  /** `undefined`: the spool cannot be read, and may contain envelopes. */
  async function takeBatch(count: number): Promise<StoredEnvelope[] | undefined> {
    try {
      const envelopes = await spool.take(count)
      if (!canRead) log.info('the spool can be read again')
      canRead = true
      return envelopes
    } catch (error) {
      metrics.count('errata_relay_spool_read_errors_total')
      if (canRead)
        log.error({ error: String(error) }, 'the spool cannot be read: its envelopes remain queued')
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
    const outcome = await send(signal, bytes)
    if (outcome === 'unavailable') return
    delivered.add(number)
    if (outcome === 'delivered') return
    metrics.count('errata_relay_dropped_envelopes_total', { signal, reason: 'refused by the collector' })
    const sentence = 'the collector refused an envelope from the spool, which is dropped'
    log.error({ signal, bytes: bytes.length }, sentence)
  }

  /** Ends at once when the drain is stopped. */
  async function wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  }
}
