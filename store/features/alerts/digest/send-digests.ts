// Makes the messages of the digests that are due, each once.
import { createHash } from 'node:crypto'
import type { Engine } from '../../../database/engine/engine.ts'
import { nowNs, rfc3339OfNanoseconds } from '../../../database/instants.ts'
import type { ReleaseContext } from '../../releases/index.ts'
import { digestHtml, digestSubject, digestText, readToday, type DigestOptions } from '../../today/index.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { insertMessage } from '../messages/alert-messages.ts'
import type { Message } from '../messages/message.ts'
import type { StoredDigest } from './digest-settings.ts'
import { dueDigests, type DueDigest } from './due-digests.ts'

/** Between two looks at the clock, in milliseconds: most rounds have no digest. */
const INTERVAL_MS = 60_000

type DigestInput = {
  engine: Engine
  store: string
  publicUrl: string
  context: () => Promise<ReleaseContext>
}

/** `send` resolves to the number of messages that it made. `look`: the settings have changed. */
export type Digests = {
  send(channels: StoredChannel[], settings: StoredDigest): Promise<number>
  look(): void
}

export function createDigests({ engine, store, publicUrl, context }: DigestInput): Digests {
  let nextAt = 0
  return {
    look() {
      nextAt = 0
    },
    async send(channels, settings) {
      if (performance.now() < nextAt) return 0
      nextAt = performance.now() + INTERVAL_MS
      const receivers = channels.filter(
        ({ id, kind }) => settings.channels.includes(id) && kind !== 'pagerduty',
      )
      if (receivers.length === 0) return 0
      let messages = 0
      for (const digest of await dueDigests(engine, settings, nowNs())) {
        const ids = new Map(receivers.map(({ id }) => [id, messageId(digest, id)]))
        const isMade = await readMade(engine, [...ids.values()])
        const missing = receivers.filter(({ id }) => !isMade.has(ids.get(id)!))
        if (missing.length === 0) continue
        const content = await compose(await context(), digest, { publicUrl, zone: settings.zone })
        for (const channel of missing) {
          const id = ids.get(channel.id)!
          await insertMessage(engine, {
            id,
            channelId: channel.id,
            ruleId: '',
            kind: 'digest',
            at: nowNs(),
            changes: [],
            issueIds: [],
            content: { ...content, id },
            store,
          })
          messages++
        }
      }
      return messages
    },
  }
}

/** A UUID that follows from the digest: a second message of it has the same. */
function messageId({ id }: DueDigest, channel: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([id, channel]))
    .digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

async function readMade(engine: Engine, ids: string[]): Promise<Set<string>> {
  const rows = await engine.query<{ id: string }>(
    'SELECT DISTINCT MessageId AS id FROM alert_messages WHERE MessageId IN {ids:Array(String)}',
    { ids },
  )
  return new Set(rows.map(({ id }) => id))
}

async function compose(
  context: ReleaseContext,
  { since, until, service, release }: DueDigest,
  { publicUrl, zone }: { publicUrl: string; zone: string },
): Promise<Omit<Message, 'id'>> {
  const names = service === '' ? [] : [service]
  const today = await readToday(context, { since, until, service: names, environment: [], assignee: '' })
  const options: DigestOptions = {
    occasion: release === '' ? { kind: 'week' } : { kind: 'release', service, release },
    scope: service,
    baseUrl: `${publicUrl}/`,
    zone,
    reason: [
      release === '' ? 'A digest of each week. ' : 'A digest of the first day of each release. ',
      { text: 'Change the digest', url: `${publicUrl}/alerts` },
      '.',
    ],
  }
  return {
    at: rfc3339OfNanoseconds(nowNs()),
    type: 'summary',
    title: digestSubject(today, options),
    text: digestText(today, options),
    changes: [],
    others: '',
    url: `${publicUrl}/today?since=${encodeURIComponent(rfc3339OfNanoseconds(since))}`,
    html: digestHtml(today, options),
  }
}
