// Makes the messages of the digests that are due, each once.
import type { Today } from '../../../../contract/today.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { nowNs, rfc3339OfNanoseconds } from '../../../database/instants.ts'
import { filtersOf } from '../../../http/filters.ts'
import type { NamedPerson } from '../../people/index.ts'
import type { ReleaseContext } from '../../releases/index.ts'
import { digestHtml, digestSubject, digestText, readAssigned, readToday } from '../../today/index.ts'
import type { DigestOptions } from '../../today/index.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { insertMessage, madeMessages, stableId } from '../messages/alert-messages.ts'
import type { Message } from '../messages/message.ts'
import type { StoredDigest } from './digest-settings.ts'
import { dueDigests, type DueDigest } from './due-digests.ts'

/** Between two looks at the clock, in milliseconds: most rounds have no digest. */
const INTERVAL_MS = 60_000

/** People of one channel, and issues of each: a mail has at most 100 kB. */
const MAX_PEOPLE = 6
const MAX_ASSIGNED = 5

type DigestInput = {
  engine: Engine
  store: string
  publicUrl: string
  context: () => Promise<ReleaseContext>
  people: () => Promise<NamedPerson[]>
}

/** `send` resolves to the number of messages that it made. `look`: the settings have changed. */
export type Digests = {
  send(channels: StoredChannel[], settings: StoredDigest): Promise<number>
  look(): void
}

export function createDigests({ engine, store, publicUrl, context, people }: DigestInput): Digests {
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
        const ids = new Map(receivers.map(({ id }) => [id, stableId([digest.id, id])]))
        const isMade = await madeMessages(engine, [...ids.values()])
        const missing = receivers.filter(({ id }) => !isMade.has(ids.get(id)!))
        if (missing.length === 0) continue
        const queryContext = await context()
        const today = await readDigest(queryContext, digest)
        const named = await people()
        for (const channel of missing) {
          const id = ids.get(channel.id)!
          const assigned = await readAssignedOf(queryContext, digest, receiversOf(named, channel))
          const content = compose(today, digest, { publicUrl, zone: settings.zone, assigned })
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

function readDigest(context: ReleaseContext, { since, until, service }: DueDigest): Promise<Today> {
  const names = service === '' ? [] : [service]
  return readToday(context, { since, until, service: names, environment: [], assignee: '' })
}

/** Those who have chosen the channel. */
function receiversOf(people: NamedPerson[], { id }: StoredChannel): NamedPerson[] {
  return people.filter(({ channel }) => channel?.id === id).slice(0, MAX_PEOPLE)
}

/** In the digest of a week. */
async function readAssignedOf(
  context: ReleaseContext,
  { since, until, release }: DueDigest,
  people: NamedPerson[],
): Promise<DigestOptions['assigned']> {
  if (release !== '') return []
  return readAssigned(context, people, {
    filters: filtersOf({ from: since, to: until }),
    limit: MAX_ASSIGNED,
  })
}

type ComposeOptions = Pick<DigestOptions, 'zone' | 'assigned'> & { publicUrl: string }

function compose(
  today: Today,
  { since, service, release }: DueDigest,
  { publicUrl, zone, assigned }: ComposeOptions,
): Omit<Message, 'id'> {
  const options: DigestOptions = {
    assigned,
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
