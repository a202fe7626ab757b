// The paths of the channel that tells somebody of mentions and assignments: they choose it for themselves.
import type { ChannelChoice, MyChannel, MyChannelChange } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { serviceTest, type Actor } from '../../../http/actor.ts'
import { json, type JsonObject } from '../../../http/body.ts'
import { path } from '../../../http/path.ts'
import { readProfile, requirePerson, writeProfile, type PeopleContext } from '../../people/index.ts'
import type { AlertContext } from '../alert-context.ts'
import { requireKnown } from '../body-members.ts'
import type { AlertSettings } from '../settings/alert-settings.ts'

type MyContext = AlertContext & PeopleContext

const myChannelPath = path('GET /api/me/channel', {
  summary: 'The channel that tells the caller of mentions and assignments, and those to choose from',
  answer: 'MyChannel',
  handle: (_request, context: MyContext) => readMyChannel(context),
})

const changeMyChannelPath = path('PATCH /api/me/channel', {
  summary: 'Chooses the channel that tells the caller of mentions and assignments from now on',
  answer: 'MyChannel',
  role: 'read',
  body: json('MyChannelChange', parseChange),
  async handle({ body: { channel } }, context: MyContext): Promise<MyChannel> {
    const { people, actor, alerts } = context
    requirePerson(actor)
    const { choices } = await readMyChannel(context)
    const choice = choices.find(({ id }) => id === channel)
    if (channel !== null && choice === undefined)
      throw new HttpError(400, 'channel must be the id of a channel that you may choose, or null.')
    await writeProfile(people, actor, {
      channel: channel === null ? null : { id: channel, since: Date.now() },
    })
    const after = { channel: choice?.name ?? null }
    await people.audit.record(actor, { act: 'person.channel', target: actor.name, after })
    alerts.changed()
    return { channel, choices }
  },
})

export const myChannelPaths = [myChannelPath, changeMyChannelPath]

function parseChange(body: JsonObject): MyChannelChange {
  requireKnown(body, ['channel'])
  const { channel } = body
  if (channel === null || typeof channel === 'string') return { channel }
  throw new HttpError(400, 'channel must be the id of a channel, or null.')
}

async function readMyChannel({ people, actor, alerts }: MyContext): Promise<MyChannel> {
  const choices = choicesOf(actor, await alerts.settings())
  const { channel } = await readProfile(people, actor)
  return { channel: choices.some(({ id }) => id === channel?.id) ? channel!.id : null, choices }
}

function choicesOf(actor: Actor, settings: AlertSettings): ChannelChoice[] {
  return visibleChannels(actor, settings)
    .filter(({ kind }) => kind !== 'pagerduty')
    .map(({ id, name, kind }) => ({ id, name, kind }))
}

/**
 * Of somebody with some services, the channels of rules about these alone: names of other channels may say
 * what they must not know.
 */
export function visibleChannels(
  actor: Actor,
  { channels, rules }: Pick<AlertSettings, 'channels' | 'rules'>,
): AlertSettings['channels'] {
  const canView = serviceTest(actor)
  if (canView === null) return channels
  const ofTheirs = new Set(
    rules
      .filter(({ service }) => service.length > 0 && service.every(canView))
      .flatMap((rule) => rule.channels),
  )
  return channels.filter(({ id }) => ofTheirs.has(id))
}
