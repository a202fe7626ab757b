// Messages and the attempts to send them, as rows.
import { createHash, randomUUID } from 'node:crypto'
import type { Engine } from '../../../database/engine/engine.ts'
import { inParts } from '../../../database/engine/condition.ts'
import { seconds } from '../../../database/instants.ts'
import type { Message } from './message.ts'

export type MessageKind = 'changes' | 'pause' | 'digest' | 'personal' | 'test'

/**
 * All but `retry` and `again`, after which it is sent at once, end a message. `failed`: it was refused;
 * `expired`: it was tried for 24 hours; `gone`: the channel was switched off; `withdrawn`: another store
 * sends the same.
 */
export type Outcome = 'sent' | 'retry' | 'again' | 'failed' | 'expired' | 'gone' | 'withdrawn'

const NEVER = '1970-01-01 00:00:00'

/** The changes of such a message are due again. */
export const NOT_SENT = "('failed', 'expired', 'gone', 'withdrawn')"

/** `at`: in nanoseconds since 1970. `store`: which one sends it. */
export type AlertMessage = {
  id: string
  channelId: string
  ruleId: string
  kind: MessageKind
  at: bigint
  changes: string[]
  issueIds: string[]
  content: Message
  store: string
}

/** `next`: when it is tried again; 0 where nobody tries. */
export type StoredAttempt = {
  messageId: string
  channelId: string
  at: bigint
  outcome: Outcome
  detail: string
  next: bigint
}

/** `attempts`: how many were made. `next`: 0 of a message without an attempt. */
export type WaitingMessage = AlertMessage & { attempts: number; lastAt: bigint; next: bigint }

export async function insertMessage(engine: Engine, message: AlertMessage): Promise<void> {
  const row = {
    MessageId: message.id,
    ChannelId: message.channelId,
    RuleId: message.ruleId,
    Kind: message.kind,
    At: seconds(message.at),
    Changes: message.changes,
    IssueIds: message.issueIds,
    Title: message.content.title,
    Content: JSON.stringify(message.content),
    Store: message.store,
  }
  await engine.insert('alert_messages', JSON.stringify(row), message.id)
}

/** A UUID that follows from what the message is about: a second message about it has the same. */
export function stableId(parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Those of the ids that messages have. */
export async function madeMessages(engine: Engine, ids: string[]): Promise<Set<string>> {
  const parts = inParts(ids).map((part) =>
    engine.query<{ id: string }>(
      'SELECT DISTINCT MessageId AS id FROM alert_messages WHERE MessageId IN {ids:Array(String)}',
      { ids: part },
    ),
  )
  return new Set((await Promise.all(parts)).flat().map(({ id }) => id))
}

export async function insertAttempt(engine: Engine, attempt: StoredAttempt): Promise<void> {
  const row = {
    MessageId: attempt.messageId,
    ChannelId: attempt.channelId,
    At: seconds(attempt.at),
    Outcome: attempt.outcome,
    Detail: attempt.detail,
    Next: attempt.next === 0n ? NEVER : seconds(attempt.next),
  }
  await engine.insert('alert_attempts', JSON.stringify(row), randomUUID())
}

type Row = Omit<WaitingMessage, 'at' | 'lastAt' | 'next' | 'content'> & {
  at: string
  lastAt: string
  next: string
  content: string
}

/** The oldest first. */
export async function waitingMessages(engine: Engine): Promise<WaitingMessage[]> {
  const rows = await engine.query<Row>(
    `SELECT MessageId AS id, ChannelId AS channelId, RuleId AS ruleId, Kind AS kind,
       toString(toUnixTimestamp64Nano(m.At)) AS at, Changes AS changes, IssueIds AS issueIds,
       Content AS content, Store AS store, attempts, lastAt, next
     FROM alert_messages AS m LEFT JOIN (
       SELECT id AS message, attempts, outcome, lastAt, next FROM (${NEWEST_ATTEMPTS})
     ) AS a ON m.MessageId = a.message
     WHERE outcome IN ('', 'retry', 'again') ORDER BY m.At, id`,
  )
  return rows.map(({ at, lastAt, next, content, ...row }) => ({
    ...row,
    at: BigInt(at),
    lastAt: BigInt(lastAt || at),
    next: BigInt(next || 0),
    content: JSON.parse(content) as Message,
  }))
}

/** Of each message: its newest attempt, and how many were made. */
export const NEWEST_ATTEMPTS = `SELECT MessageId AS id,
  countIf(Outcome NOT IN ('again', 'withdrawn')) AS attempts,
  argMax(Outcome, At) AS outcome, argMax(Detail, At) AS detail,
  toString(toUnixTimestamp64Nano(max(At))) AS lastAt,
  toString(toUnixTimestamp64Nano(argMax(Next, At))) AS next
  FROM alert_attempts GROUP BY id`

/** Of each channel: when messages were made in the period, the oldest first, in nanoseconds since 1970. */
export async function messageTimes(engine: Engine, since: bigint): Promise<Map<string, MessageTime[]>> {
  const rows = await engine.query<{ channelId: string; at: string; kind: MessageKind }>(
    `SELECT ChannelId AS channelId, toString(toUnixTimestamp64Nano(At)) AS at, Kind AS kind
     FROM alert_messages WHERE At > fromUnixTimestamp64Nano({since:Int64}) AND Kind IN ('changes', 'pause')
     ORDER BY At`,
    { since: String(since) },
  )
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: BigInt(at) })),
    ({ channelId }) => channelId,
  )
}

export type MessageTime = { channelId: string; at: bigint; kind: MessageKind }
