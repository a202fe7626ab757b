// When a channel is sent its next message, and whether it pauses. Instants: nanoseconds since 1970.
import type { ChannelLimits } from '../../../../contract/alerts.ts'
import { greatest, HOUR_NS, least, SECOND_NS } from '../../../database/instants.ts'
import type { MessageTime } from './alert-messages.ts'

/** The seconds before a failed message is tried again; then every hour. */
const RETRY_SECONDS = [5, 30, 120, 600, 1_800]

/** A receiver that is down for longer gets one message about all that it missed. */
const GIVE_UP_NS = 24n * HOUR_NS

export const DEFAULT_LIMITS: ChannelLimits = { gatherSeconds: 30, pauseSeconds: 300, messagesPerHour: 20 }

/** When the first of at least one change may be sent. There may be more than a call has arguments. */
export function earliest(changes: { notBefore: bigint }[]): bigint {
  return changes.reduce((first, { notBefore }) => least(first, notBefore), changes[0]!.notBefore)
}

/** `kind`: `pause` says until when the channel pauses. `until`: the end of the pause, else 0. */
export type NextMessage = { at: bigint; kind: 'changes' | 'pause'; until: bigint }

/**
 * `first`: when the first change that is due may be sent. `past`: messages of the last hour and before, the
 * oldest first.
 */
export function nextMessage(limits: ChannelLimits, first: bigint, past: MessageTime[]): NextMessage {
  const last = past.at(-1)
  const gathered = first + BigInt(limits.gatherSeconds) * SECOND_NS
  const paused = last ? last.at + BigInt(limits.pauseSeconds) * SECOND_NS : 0n
  const at = greatest(gathered, paused)
  const inHour = past.filter((message) => message.at > at - HOUR_NS)
  if (inHour.length < limits.messagesPerHour) return { at, kind: 'changes', until: 0n }
  if (last?.kind !== 'pause')
    return { at, kind: 'pause', until: endOfPause([...past.map((message) => message.at), at], limits) }
  const until = endOfPause(
    past.map((message) => message.at),
    limits,
  )
  return { at: greatest(until, at), kind: 'changes', until: 0n }
}

/** From then on fewer messages than allowed are in the hour before. */
function endOfPause(times: bigint[], { messagesPerHour }: ChannelLimits): bigint {
  return times.at(-messagesPerHour)! + HOUR_NS
}

/** Null: it is not tried again. `attempts`: at least 1. `after`: as the receiver asks, in nanoseconds. */
export function nextAttempt(
  { at, attempts }: { at: bigint; attempts: number },
  now: bigint,
  after: bigint,
): bigint | null {
  const pause = BigInt(RETRY_SECONDS[attempts - 1] ?? 3_600) * SECOND_NS
  const next = now + greatest(pause, after)
  return next - at > GIVE_UP_NS ? null : next
}
