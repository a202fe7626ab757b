// Sends messages, one at a time to each channel, until they are accepted or nobody tries again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from '../../../database/engine/engine.ts'
import { HOUR_NS, least, nowNs } from '../../../database/instants.ts'
import type { Attempt } from '../channels/attempt.ts'
import type { StoredChannel } from '../channels/channel.ts'
import {
  insertAttempt,
  waitingMessages,
  type Outcome,
  type StoredAttempt,
  type WaitingMessage,
} from './alert-messages.ts'
import type { Message } from './message.ts'
import { nextAttempt } from './schedule.ts'

/** A receiver may take fifteen seconds; the store has less to store its batch and close the engine. */
const CLOSE_MS = 500

/** Before the result of a message is stored again. */
const STORE_PAUSE_MS = 5_000

/** Messages of a store that has not tried for so long are sent by another one. */
const ABANDONED_NS = 2n * HOUR_NS

type SenderOptions = {
  engine: Engine
  /** The name of this store. */
  name: string
  send: (channel: StoredChannel, message: Message) => Promise<Attempt>
  /** An attempt has ended. */
  onAttempt: () => void
  log: Logger
}

export type Sender = {
  /** Starts what is due. Resolves to when the next message is due, in nanoseconds since 1970; null: never. */
  sendDue(channels: StoredChannel[]): Promise<bigint | null>
  /** Messages have been added, or shall be sent again. */
  invalidate(): void
  /** Waits a moment for running attempts: the next start repeats one that has not ended, with the same id. */
  close(): Promise<void>
}

export function createSender({ engine, name, send, onAttempt, log }: SenderOptions): Sender {
  /** Null: the tables know more. */
  let waiting: WaitingMessage[] | null = null
  const running = new Map<string, Promise<void>>()
  const closing = new AbortController()

  async function run(channel: StoredChannel, message: WaitingMessage): Promise<void> {
    const attempts = message.attempts + 1
    const { outcome, detail, afterMs } = await send(channel, message.content)
    const now = nowNs()
    const after = BigInt(Math.round(afterMs ?? 0)) * 1_000_000n
    const next = outcome === 'retry' ? nextAttempt({ at: message.at, attempts }, now, after) : null
    const result = outcomeOf(outcome, next)
    if (result !== 'sent')
      log.warn({ channel: channel.name, kind: channel.kind, attempts, detail }, 'a message was not sent')
    const ids = { messageId: message.id, channelId: channel.id }
    await store({ ...ids, at: now, outcome: result, detail, next: next ?? 0n })
    running.delete(channel.id)
    waiting = null
    onAttempt()
  }

  /** Until it is stored: otherwise the message would be sent again at once. */
  async function store(attempt: StoredAttempt): Promise<void> {
    for (let failures = 0; failures === 0 || !closing.signal.aborted; failures++) {
      try {
        await insertAttempt(engine, attempt)
        return
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'the result of a message could not be stored; retrying')
        await pause(STORE_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async sendDue(channels) {
      waiting ??= await waitingMessages(engine)
      const now = nowNs()
      const isOwn = (message: WaitingMessage): boolean =>
        engine.kind === 'embedded' || message.store === name || message.lastAt < now - ABANDONED_NS
      const next = channels.flatMap((channel) => {
        const message = waiting?.find((other) => other.channelId === channel.id && isOwn(other))
        if (!message || running.has(channel.id)) return []
        if (message.next > now) return message.next
        running.set(channel.id, run(channel, message))
        return []
      })
      return next.length === 0 ? null : least(next[0]!, ...next)
    },
    invalidate() {
      waiting = null
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.all(running.values()), pause(CLOSE_MS)])
    },
  }
}

function outcomeOf(outcome: Attempt['outcome'], next: bigint | null): Outcome {
  if (outcome === 'sent' || outcome === 'gone') return outcome
  if (outcome === 'refused') return 'failed'
  return next === null ? 'expired' : 'retry'
}
