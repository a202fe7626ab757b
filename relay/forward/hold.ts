// Keeps the promise behind every 200: the collector has it, or the disk has it. While anything is held, newcomers queue behind it.
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Meter } from '../meter.ts'
import type { Send } from './batch.ts'
import type { Outcome } from './collector.ts'
import type { Held, Spool } from './spool.ts'

export type Hold = {
  /** `delivered`: on its way or on the disk; `unavailable`: neither, say so to the sender. */
  accept: Send
  /** False while the collector is away and the disk takes no more. */
  canAccept(): boolean
  stop(): Promise<void>
}

/** First and longest pause between tries of a collector that is away. Each try costs one small request. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** Envelopes sent between two deletions; a kill in between sends them again, so few. */
const DRAIN_STEP = 64
/** While somebody is appending the spool may be empty for a moment. */
const APPENDING_PAUSE_MS = 5

export function createHold({
  send,
  spool,
  log,
  meter,
}: {
  send: Send
  spool: Spool
  log: Logger
  meter: Meter
}): Hold {
  // What an earlier life left goes first.
  let holding = spool.exists()
  let appending = 0
  let stopped = false
  /** Sent, but not yet taken from the disk: they must not go again. */
  const sent = new Set<number>()
  let diskTakes = true
  let wake: (() => void) | undefined
  let draining: Promise<void> = holding ? drain() : Promise.resolve()
  let underWay = 0
  let idle: (() => void) | undefined
  return { accept, canAccept: () => !holding || diskTakes, stop }

  async function accept(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    underWay++
    try {
      if (!holding) {
        const outcome = await sendOne(signal, bytes)
        if (outcome !== 'unavailable') return outcome
        hold()
      }
      return await putOnDisk(signal, bytes)
    } finally {
      if (--underWay === 0) idle?.()
    }
  }

  function hold(): void {
    if (holding || stopped) return
    holding = true
    log.warn('the collector does not answer: envelopes are kept on the disk until it does')
    draining = drain()
  }

  async function putOnDisk(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    appending++
    try {
      await spool.append(signal, bytes)
      diskTakes = true
      meter.count('errata_relay_spooled_envelopes_total', { signal })
      return 'delivered'
    } catch (error) {
      if (diskTakes)
        log.error(
          { error: String(error) },
          'the spool is full or cannot be written: senders are told to come back',
        )
      diskTakes = false
      return 'unavailable'
    } finally {
      appending--
    }
  }

  async function sendOne(signal: Signal, bytes: Uint8Array): Promise<Outcome> {
    const outcome = await send(signal, bytes)
    if (outcome === 'delivered') meter.count('errata_relay_forwarded_envelopes_total', { signal })
    return outcome
  }

  async function drain(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    let step = 1
    while (!stopped) {
      const held = await takeOrNothing(step)
      // Checked and left in the same turn of the event loop, so that no append slips in between.
      if (held.length === 0 && appending === 0) {
        holding = false
        log.info('the collector has all that was kept on the disk')
        return
      }
      if (held.length === 0) {
        await sleep(APPENDING_PAUSE_MS)
        continue
      }
      if (await sendHeld(held)) {
        pause = FIRST_PAUSE_MS
        step = DRAIN_STEP
      } else {
        await sleep(pause)
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
        step = 1
      }
    }
  }

  /** True when all of them are gone for good. */
  async function sendHeld(held: Held[]): Promise<boolean> {
    const outcomes = await Promise.all(
      held.filter(({ id }) => !sent.has(id)).map((envelope) => sendAgain(envelope)),
    )
    return (await dropSent()) && outcomes.every((outcome) => outcome !== 'unavailable')
  }

  async function sendAgain({ id, signal, bytes }: Held): Promise<Outcome> {
    const outcome = await sendOne(signal, bytes)
    if (outcome !== 'unavailable') sent.add(id)
    if (outcome === 'refused') {
      meter.count('errata_relay_dropped_envelopes_total', { signal, reason: 'refused by the collector' })
      log.error(
        { signal, bytes: bytes.length },
        'the collector refused an envelope from the spool: it is dropped',
      )
    }
    return outcome
  }

  /** A full disk may not even allow a deletion. */
  async function dropSent(): Promise<boolean> {
    if (sent.size === 0) return true
    try {
      await spool.drop([...sent])
      sent.clear()
      return true
    } catch (error) {
      log.error({ error: String(error) }, 'what was sent could not be taken from the spool')
      return false
    }
  }

  async function takeOrNothing(count: number): Promise<Held[]> {
    try {
      return await spool.take(count)
    } catch (error) {
      log.error({ error: String(error) }, 'the spool cannot be read')
      await sleep(LONGEST_PAUSE_MS)
      return []
    }
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
    stopped = true
    wake?.()
    await draining
    if (underWay > 0) await new Promise<void>((resolve) => (idle = resolve))
  }
}
