// Changes that wait for the next message of their channel: it gathers, or pauses.
import type { AlertDelivery } from '../../../../contract/alerts.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { exactInstant, greatest, HOUR_NS, least, nowNs } from '../../../database/instants.ts'
import { dueChanges, type AlertChange } from '../changes/alert-changes.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { blockedChannels } from '../channels/channel-state.ts'
import { messageTimes } from './alert-messages.ts'
import { countsOf } from './compose.ts'
import { earliest, nextMessage } from './schedule.ts'

/**
 * `next`: of the message, in nanoseconds since 1970; null: not planned. `isPaused`: the channel has sent
 * its most in an hour. `reason`: why it waits.
 */
export type PendingMessage = {
  channel: StoredChannel
  changes: AlertChange[]
  next: bigint | null
  isPaused: boolean
  reason: string
}

export async function readPending(engine: Engine, channels: StoredChannel[]): Promise<PendingMessage[]> {
  const now = nowNs()
  const [due, times] = await Promise.all([dueChanges(engine, now), messageTimes(engine, now - 2n * HOUR_NS)])
  const blocked = await blockedChannels(engine, channels, due)
  return channels.flatMap((channel) => {
    const changes = due.filter(({ channelId }) => channelId === channel.id)
    if (changes.length === 0) return []
    const blockedBy = blocked.get(channel.id)
    if (blockedBy !== undefined) return { channel, changes, next: null, isPaused: false, reason: blockedBy }
    const past = times.get(channel.id) ?? []
    const { at } = nextMessage(channel, earliest(changes), past)
    const isPaused = past.at(-1)?.kind === 'pause'
    const reason = isPaused ? 'the channel pauses' : 'gathered until the next message'
    return { channel, changes, next: greatest(at, now), isPaused, reason }
  })
}

/** As a delivery that has not been made yet. */
export function pendingDelivery({ channel, changes, next, isPaused, reason }: PendingMessage): AlertDelivery {
  const [first] = changes
  return {
    id: `pending-${channel.id}`,
    at: exactInstant(least(first!.seen, ...changes.map(({ seen }) => seen))),
    channel: channel.id,
    rule: first!.ruleId,
    title: countsOf(changes),
    issueIds: [...new Set(changes.flatMap(({ issueId }) => issueId || []))].slice(0, 100),
    status: isPaused ? 'withheld' : 'waiting',
    attempts: 0,
    next: next === null ? null : exactInstant(next),
    detail: reason,
  }
}
