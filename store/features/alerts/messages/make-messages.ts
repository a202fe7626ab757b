// Makes messages of the changes that are due, as the limits of each channel allow.
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../../database/engine/engine.ts'
import { HOUR_NS, least, nowNs } from '../../../database/instants.ts'
import type { QueryContext } from '../../issues/index.ts'
import type { AlertChange } from '../changes/alert-changes.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { insertAttempt, insertMessage, messageTimes, type AlertMessage } from './alert-messages.ts'
import { composeMessage, countsOf } from './compose.ts'
import { pauseMessage } from './notices.ts'
import { earliest, nextMessage } from './schedule.ts'

/** Rows of another store on the same server are visible after this. */
const VISIBLE_MS = 1_500

/** `store`: the name of this one. `blocked`: channels that get no message now, with the reason. */
export type MakeInput = {
  engine: Engine
  context: () => Promise<QueryContext>
  store: string
  publicUrl: string
  channels: StoredChannel[]
  blocked: ReadonlyMap<string, string>
  due: AlertChange[]
}

/** `next`: when there is more to do, in nanoseconds since 1970; null: never. */
export type Made = { messages: number; next: bigint | null }

export async function makeMessages(input: MakeInput): Promise<Made> {
  const { engine, channels, blocked, due } = input
  const now = nowNs()
  // Two hours: a pause may have begun an hour ago.
  const times = due.length === 0 ? new Map() : await messageTimes(engine, now - 2n * HOUR_NS)
  const instants: bigint[] = []
  let messages = 0
  for (const channel of channels) {
    const changes = due.filter(({ channelId }) => channelId === channel.id)
    if (changes.length === 0 || blocked.has(channel.id)) continue
    const next = nextMessage(channel, earliest(changes), times.get(channel.id) ?? [])
    if (next.at > now) {
      instants.push(next.at)
      continue
    }
    const ready = changes.filter(({ notBefore }) => notBefore <= now)
    if (next.kind === 'pause') {
      const content = pauseMessage(countsOf(ready), ready.length, next.until, input.publicUrl)
      await insert(input, channel, { kind: 'pause', changes: [], issueIds: [], ruleId: '', content })
    } else await insert(input, channel, await changesMessage(input, ready))
    messages++
  }
  return { messages, next: instants.length === 0 ? null : least(instants[0]!, ...instants) }
}

type Parts = Pick<AlertMessage, 'kind' | 'changes' | 'issueIds' | 'ruleId' | 'content'>

async function changesMessage({ context, publicUrl }: MakeInput, changes: AlertChange[]): Promise<Parts> {
  const content = await composeMessage(await context(), { changes, now: nowNs(), publicUrl })
  return {
    kind: 'changes',
    changes: changes.map(({ id }) => id),
    issueIds: [...new Set(changes.flatMap(({ issueId }) => issueId || []))],
    ruleId: content.changes[0]!.rule.id,
    content,
  }
}

async function insert({ engine, store }: MakeInput, channel: StoredChannel, parts: Parts): Promise<void> {
  const message = { ...parts, id: parts.content.id, channelId: channel.id, at: nowNs(), store }
  await insertMessage(engine, message)
  if (engine.kind === 'embedded' || !(await isMadeByAnother(engine, message))) return
  await insertAttempt(engine, {
    messageId: message.id,
    channelId: channel.id,
    at: nowNs(),
    outcome: 'withdrawn',
    detail: 'another store sends it',
    next: 0n,
  })
}

/** Two stores that evaluate rules by mistake find the same changes: the earlier message is sent. */
async function isMadeByAnother(engine: Engine, message: AlertMessage): Promise<boolean> {
  const { id, channelId, at, store } = message
  await pause(VISIBLE_MS)
  const others = await engine.query<{ changes: string[] }>(
    `SELECT Changes AS changes FROM alert_messages
     WHERE ChannelId = {channelId:String} AND Store != {store:String} AND Kind != 'test'
       AND At > fromUnixTimestamp64Nano({since:Int64})
       AND (At, MessageId) < (fromUnixTimestamp64Nano({at:Int64}), {id:String})`,
    { channelId, store, since: String(at - HOUR_NS), at: String(at), id },
  )
  // Thousands of ids would not fit into a query.
  const own = new Set(message.changes)
  return others.some(({ changes }) =>
    own.size === 0 ? changes.length === 0 : changes.some((change) => own.has(change)),
  )
}
