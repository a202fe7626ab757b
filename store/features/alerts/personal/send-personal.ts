// Makes the messages about mentions and assignments, each once.
import type { Engine } from '../../../database/engine/engine.ts'
import { DAY_NS, nowNs } from '../../../database/instants.ts'
import type { QueryContext } from '../../issues/index.ts'
import type { NamedPerson } from '../../people/index.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { channelHistories, stateOfChannel } from '../channels/channel-state.ts'
import { insertMessage } from '../messages/alert-messages.ts'
import { personalEvents, type Receiver } from './personal-events.ts'
import { personalMessage } from './personal-message.ts'

/** What a store that was down tells no more. */
const LATE_NS = 3n * DAY_NS

type PersonalInput = {
  engine: Engine
  store: string
  publicUrl: string
  context: () => Promise<QueryContext>
  people: () => Promise<NamedPerson[]>
}

/** `send` resolves to the number of messages that it made. `look`: issues have been changed. */
export type PersonalMessages = {
  send(channels: StoredChannel[]): Promise<number>
  look(): void
}

export function createPersonalMessages(input: PersonalInput): PersonalMessages {
  let isWanted = true
  return {
    look() {
      isWanted = true
    },
    async send(channels) {
      // Other stores of a server change issues too.
      if (!isWanted && input.engine.kind === 'embedded') return 0
      // Before the tables are read: what is changed from now on is for the next look.
      isWanted = false
      try {
        return await makeMessages(input, channels)
      } catch (error) {
        isWanted = true
        throw error
      }
    },
  }
}

async function makeMessages(input: PersonalInput, channels: StoredChannel[]): Promise<number> {
  const { engine, store, publicUrl } = input
  const people = await input.people()
  const receivers = people.flatMap((person) => receiverOf(person, channels))
  const context = await input.context()
  const events = await personalEvents(context, { people, receivers, oldest: nowNs() - LATE_NS })
  const isOff = events.length === 0 ? () => false : await offTest(engine, channels)
  let messages = 0
  for (const event of events) {
    if (isOff(event.channelId)) continue
    const { kind } = channels.find((channel) => channel.id === event.channelId)!
    const now = nowNs()
    await insertMessage(engine, {
      id: event.messageId,
      channelId: event.channelId,
      ruleId: '',
      kind: 'personal',
      at: now,
      changes: [],
      issueIds: event.issues.map((issue) => issue.id),
      content: personalMessage(event, { publicUrl, html: kind === 'email', now }),
      store,
    })
    messages++
  }
  return messages
}

function receiverOf({ name, canView, channel }: NamedPerson, channels: StoredChannel[]): Receiver[] {
  const isPresent = channels.some(({ id, kind }) => id === channel?.id && kind !== 'pagerduty')
  if (channel === null || !isPresent) return []
  return [{ name, canView, channelId: channel.id, since: BigInt(channel.since) * 1_000_000n }]
}

/** A channel that is off gets its messages when it is on again. */
async function offTest(engine: Engine, channels: StoredChannel[]): Promise<(id: string) => boolean> {
  const histories = await channelHistories(engine)
  const off = channels.filter((channel) => stateOfChannel(channel, histories.get(channel.id)) === 'off')
  return (id) => off.some((channel) => channel.id === id)
}
