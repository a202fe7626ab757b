// Protects the collector's queue, where it is on the relay's disk, from a full disk: the relay forwards
// nothing while there is little space, and sends again what the collector accepted just before.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Send } from './batch.ts'
import { createFreeSpace } from '../../server/free-space.ts'

const MIB = 1024 * 1024
/** The store stops at twice as much, so that the queue can still take the requests under way. */
const FORWARD_MARK = { bytes: 32 * MIB, share: 1 / 32 }
/** The queue grows by a few pages of a request; its file by some megabytes at once. */
const FULL_MARK = { bytes: 2 * MIB, share: 1 / 128 }
/** The collector reads a request from its queue within milliseconds, if the store answers. */
const RECENT_MS = 1_000
const MAX_RECENT_BYTES = 16 * MIB
const POLL_MS = 100

export type CollectorDisk = {
  send: Send
  /** Resolves when nothing is left to send again; envelopes that cannot be written are reported. */
  stop: () => Promise<void>
}
type Parts = { dataDir: string; send: Send; accept: Send; log: Logger }
type RecentEnvelope = { signal: Signal; bytes: Uint8Array; at: number }

/** `accept`: sends, or writes to the spool. */
export function createCollectorDisk({ dataDir, send, accept, log }: Parts): CollectorDisk {
  const folder = path.join(dataDir, 'collector')
  // The collector of `npm start` has its queue there. A relay cannot see the disk of another machine.
  if (!existsSync(folder)) return { send, stop: () => Promise.resolve() }
  const forwardSpace = createFreeSpace(folder, FORWARD_MARK)
  const fullSpace = createFreeSpace(folder, FULL_MARK)
  let recent: RecentEnvelope[] = []
  let recentBytes = 0
  let uncertain: RecentEnvelope[] = []
  let isResending = false
  let hadSpace = true
  const timer = setInterval(() => void resend(), POLL_MS)
  return { send: sendWithSpace, stop }

  async function sendWithSpace(signal: Signal, bytes: Uint8Array): ReturnType<Send> {
    const hasSpace = forwardSpace.isEnough()
    if (!hasSpace && hadSpace)
      log.warn({ folder }, 'there is little space on the disk: envelopes go to the spool')
    hadSpace = hasSpace
    if (!hasSpace) return 'unavailable'
    const outcome = await send(signal, bytes)
    if (outcome === 'delivered') {
      recent.push({ signal, bytes, at: performance.now() })
      recentBytes += bytes.length
      forgetOldest()
    }
    return outcome
  }

  function forgetOldest(): void {
    const end = performance.now() - RECENT_MS
    const isOld = ({ at }: RecentEnvelope): boolean => at < end || recentBytes > MAX_RECENT_BYTES
    let count = 0
    for (; count < recent.length && isOld(recent[count]!); count++) recentBytes -= recent[count]!.bytes.length
    recent = recent.slice(count)
  }

  async function resend(): Promise<void> {
    if (!fullSpace.isEnough() && recent.length > 0) {
      log.warn({ folder, envelopes: recent.length }, 'the disk filled up: the last envelopes are resent')
      uncertain.push(...recent.splice(0))
      recentBytes = 0
    } else forgetOldest()
    if (isResending) return
    isResending = true
    while (
      uncertain.length > 0 &&
      (await accept(uncertain[0]!.signal, uncertain[0]!.bytes)) !== 'unavailable'
    )
      uncertain.shift()
    isResending = false
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await resend()
    if (uncertain.length > 0)
      log.warn(
        { envelopes: uncertain.length },
        'the disk is full: envelopes that may be lost were not resent',
      )
  }
}
