// Heartbeats: a service that watches this one notices when they stop.
import type { Logger } from 'pino'
import type { Attempt } from '../channels/attempt.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { Message } from './message.ts'
import { heartbeatMessage } from './notices.ts'

const MINUTE_MS = 60_000

type Send = (channel: StoredChannel, message: Message) => Promise<Attempt>

/** One that fails is no problem of the channel: the next one follows. */
export function createHeartbeats(send: Send, log: Logger): { send(channels: StoredChannel[]): void } {
  const sentAt = new Map<string, number>()
  return {
    send(channels) {
      const time = performance.now()
      for (const channel of channels) {
        const { id, name, heartbeatMinutes } = channel
        const isDue = time - (sentAt.get(id) ?? -Infinity) >= heartbeatMinutes * MINUTE_MS
        if (heartbeatMinutes === 0 || !isDue) continue
        sentAt.set(id, time)
        void send(channel, heartbeatMessage()).then(({ outcome, detail }) => {
          if (outcome !== 'sent') log.warn({ channel: name, detail }, 'a heartbeat was not sent')
        })
      }
    },
  }
}
