// The paths of channels.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Channel, ChannelsAnswer, ChannelTest, CreatedChannel } from '../../../../contract/alerts.ts'
import { SERVICE_CHANNEL } from '../../../../contract/service-channel.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { DAY_MS } from '../../../database/instants.ts'
import { writeSetting } from '../../../database/settings.ts'
import { json } from '../../../http/body.ts'
import { ofPath } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import { differences } from '../../people/index.ts'
import type { AlertContext } from '../alert-context.ts'
import { readPending } from '../messages/pending-messages.ts'
import { settingOf, type StoredRule } from '../rules/rule.ts'
import {
  parseChannelChange,
  parseNewChannel,
  requireHeartbeat,
  type ChannelChangeBody,
} from './channel-body.ts'
import { channelHistories, lastDelivery, stateOfChannel } from './channel-state.ts'
import { readChannels, type ChannelSetting, type StoredChannel } from './channel.ts'
import { targetText } from './target-text.ts'
import { subscribeAgain } from './unsubscribed.ts'

const MAX_CHANNELS = 100

/** Bytes of the key of a signature. */
const KEY_BYTES = 32

/** Rules that a pager is told of where nobody chooses: an issue is no reason to wake somebody. */
const PAGED = new Set<StoredRule['when']>(['crashFree', 'silence'])

const CHANNEL_ID = ofPath('The id of a channel.')

const channelsPath = path('GET /api/channels', {
  summary: 'Channels of alerts, without their secrets',
  needsAllServices: true,
  answer: 'ChannelsAnswer',
  handle: async (_request, context: AlertContext): Promise<ChannelsAnswer> => ({
    channels: await channelsOf(context, (await context.alerts.settings()).channels),
  }),
})

const addChannelPath = path('POST /api/channels', {
  summary: 'Adds a channel',
  role: 'admin',
  needsAllServices: true,
  answer: 'CreatedChannel',
  status: 201,
  body: json('NewChannel', parseNewChannel),
  handle: async ({ body: { rules, ...body } }, context: AlertContext): Promise<CreatedChannel> => {
    const { engine, alerts } = context
    const { channels } = await alerts.settings()
    if (channels.length >= MAX_CHANNELS)
      throw new HttpError(409, `There are ${MAX_CHANNELS} channels already.`)
    const isMade = body.kind === 'webhook' && body.secret === ''
    const secret = isMade ? newKey() : body.secret
    alerts.checkTarget(body.kind, body.target, secret)
    const id = randomUUID()
    const value: ChannelSetting = { ...body, secret, previousSecret: null, resumedAt: 0 }
    await writeSetting(engine, { kind: 'channel', id, value })
    await addToRules(context, id, { kind: body.kind, rules })
    alerts.changed()
    await record(context, 'channel.created', null, value)
    const channel = await channelOf(context, id)
    return { ...channel, ...(isMade && { secret }) }
  },
})

const changeChannelPath = path('PATCH /api/channels/:id', {
  summary: 'Changes a channel',
  parameters: { id: CHANNEL_ID },
  role: 'admin',
  needsAllServices: true,
  answer: 'Channel',
  body: json('ChannelChange', parseChannelChange),
  handle: async ({ parameters: { id }, body }, context: AlertContext): Promise<Channel> => {
    const { engine, alerts } = context
    await requireEditable(context, id)
    const channel = (await readChannels(engine)).find((other) => other.id === id)!
    if (body.heartbeatMinutes) requireHeartbeat(channel.kind)
    const value = changedSetting(channel, body)
    alerts.checkTarget(value.kind, value.target, value.secret)
    await writeSetting(engine, { kind: 'channel', id, value })
    if (channel.kind === 'email' && body.target !== undefined) await subscribeAgain(engine, id, body.target)
    alerts.changed()
    await record(context, 'channel.changed', channel, value)
    return channelOf(context, id)
  },
})

const deleteChannelPath = path('DELETE /api/channels/:id', {
  summary: 'Deletes a channel; what waits for it is not sent',
  parameters: { id: CHANNEL_ID },
  role: 'admin',
  needsAllServices: true,
  answer: 'none',
  status: 204,
  handle: async ({ parameters: { id } }, context: AlertContext): Promise<void> => {
    const { engine, alerts } = context
    const channel = await requireEditable(context, id)
    await writeSetting(engine, { kind: 'channel', id, value: null })
    for (const rule of (await alerts.settings()).rules)
      if (rule.channels.includes(id) && !rule.fromFile) {
        const channels = rule.channels.filter((other) => other !== id)
        await writeSetting(engine, { kind: 'rule', id: rule.id, value: { ...settingOf(rule), channels } })
      }
    alerts.changed()
    await record(context, 'channel.deleted', channel, null)
  },
})

const testChannelPath = path('POST /api/channels/:id/test', {
  summary: 'Sends a test to a channel and answers what the receiver answered',
  parameters: { id: CHANNEL_ID },
  role: 'admin',
  needsAllServices: true,
  answer: 'ChannelTest',
  handle: async ({ parameters: { id } }, context: AlertContext): Promise<ChannelTest> =>
    context.alerts.test(await requireChannel(context, id)),
})

export const channelPaths = [
  channelsPath,
  addChannelPath,
  changeChannelPath,
  deleteChannelPath,
  testChannelPath,
]

async function record(
  { people, actor }: AlertContext,
  act: string,
  before: ChannelSetting | null,
  after: ChannelSetting | null,
): Promise<void> {
  const { name: target } = (before ?? after)!
  const hasNewKey = before && after && keysOf(before) !== keysOf(after)
  const later = after && { ...withoutKeys(after), ...(hasNewKey && { secret: 'changed' }) }
  await people.audit.record(actor, { act, target, ...differences(before && withoutKeys(before), later) })
}

function withoutKeys(channel: ChannelSetting): object {
  const { name, kind, target, gatherSeconds, pauseSeconds, messagesPerHour, heartbeatMinutes } = channel
  const limits = { gatherSeconds, pauseSeconds, messagesPerHour, heartbeatMinutes }
  return { name, kind, target: targetText(kind, target), ...limits }
}

function keysOf({ target, secret }: ChannelSetting): string {
  return JSON.stringify([target, secret])
}

function newKey(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`
}

/** The previous key of a webhook signs for another day. */
function changedSetting(channel: StoredChannel, { state, ...change }: ChannelChangeBody): ChannelSetting {
  const { id: _id, createdAt: _createdAt, fromFile: _fromFile, ...setting } = channel
  const isNewKey = change.secret !== undefined && channel.kind === 'webhook'
  const previous = { secret: channel.secret, until: Date.now() + DAY_MS }
  const isResumed = state !== undefined || change.target !== undefined || change.secret !== undefined
  return {
    ...setting,
    ...change,
    previousSecret: isNewKey ? previous : channel.previousSecret,
    resumedAt: isResumed ? Date.now() : channel.resumedAt,
  }
}

type Choice = { kind: StoredChannel['kind']; rules: string[] | null }

/** Without a choice, rules without a channel send to it. */
async function addToRules(
  { engine, alerts, services }: AlertContext,
  id: string,
  { kind, rules }: Choice,
): Promise<void> {
  const { rules: all } = await alerts.settings()
  const stored = all.filter(({ fromFile }) => !fromFile)
  const hasServiceChannels = [...services.all().values()].some(({ channel }) => channel !== null)
  const unknown = rules?.find((rule) => !stored.some((other) => other.id === rule))
  if (unknown !== undefined) throw new HttpError(400, `rules: no rule has the id ${unknown.slice(0, 40)}.`)
  const isChosen = (rule: StoredRule): boolean =>
    rules === null
      ? rule.channels.length === 0 && (kind !== 'pagerduty' || PAGED.has(rule.when))
      : rules.includes(rule.id)
  for (const rule of stored.filter(isChosen)) {
    // It goes on to tell the channels of services.
    const before = rule.channels.length === 0 && hasServiceChannels ? [SERVICE_CHANNEL] : rule.channels
    const value = { ...settingOf(rule), channels: [...before, id] }
    await writeSetting(engine, { kind: 'rule', id: rule.id, value })
  }
}

async function requireChannel({ alerts }: AlertContext, id: string): Promise<StoredChannel> {
  const channel = (await alerts.settings()).channels.find((other) => other.id === id)
  if (channel) return channel
  throw new HttpError(404, 'No channel has this id.')
}

async function requireEditable(context: AlertContext, id: string): Promise<StoredChannel> {
  const channel = await requireChannel(context, id)
  if (channel.fromFile)
    throw new HttpError(409, `The file of alerts sets the channel ${id}: change it there.`)
  return channel
}

async function channelOf(context: AlertContext, id: string): Promise<Channel> {
  const [channel] = await channelsOf(context, [await requireChannel(context, id)])
  return channel!
}

async function channelsOf({ engine }: AlertContext, channels: StoredChannel[]): Promise<Channel[]> {
  const [histories, pending] = await Promise.all([channelHistories(engine), readPending(engine, channels)])
  return channels.map((channel) => {
    const { id, name, kind, target, fromFile, heartbeatMinutes } = channel
    const { gatherSeconds, pauseSeconds, messagesPerHour } = channel
    const history = histories.get(id)
    return {
      id,
      name,
      kind,
      target: targetText(kind, target),
      state: stateOfChannel(channel, history),
      fromFile,
      gatherSeconds,
      pauseSeconds,
      messagesPerHour,
      heartbeatMinutes,
      last: lastDelivery(history),
      waiting: pending.find((message) => message.channel.id === id)?.changes.length ?? 0,
    }
  })
}
