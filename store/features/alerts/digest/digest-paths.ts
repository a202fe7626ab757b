// The paths of the digest.
import type { DigestSettings } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { writeSetting } from '../../../database/settings.ts'
import { json, type JsonObject } from '../../../http/body.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import { readFlag, readInteger, readNames, readText, requireKnown } from '../body-members.ts'
import { NO_DIGEST, readDigestSettings } from './digest-settings.ts'

const digestPath = path('GET /api/digest', {
  summary: 'When the digest is sent, and to which channels',
  answer: 'DigestSettings',
  handle: (_request, { engine }: AlertContext): Promise<DigestSettings> => readAnswer(engine),
})

const changeDigestPath = path('PATCH /api/digest', {
  summary: 'Changes when the digest is sent, and to which channels',
  answer: 'DigestSettings',
  body: json('DigestChange', parseDigestChange),
  handle: async ({ body }, { engine, alerts }: AlertContext): Promise<DigestSettings> => {
    const { channels } = await alerts.settings()
    const unknown = body.channels?.find((id) => !channels.some((channel) => channel.id === id))
    if (unknown !== undefined)
      throw new HttpError(400, `channels: no channel has the id ${unknown.slice(0, 40)}.`)
    const value = { ...(await readAnswer(engine)), ...body }
    await writeSetting(engine, { kind: 'digest', id: 'digest', value })
    alerts.changed()
    return value
  },
})

export const digestPaths = [digestPath, changeDigestPath]

async function readAnswer(engine: Engine): Promise<DigestSettings> {
  const { changedAt: _changedAt, ...settings } = await readDigestSettings(engine)
  return settings
}

function parseDigestChange(body: JsonObject): Partial<DigestSettings> {
  requireKnown(body, Object.keys(NO_DIGEST))
  return {
    ...(body['channels'] !== undefined && { channels: readNames(body, 'channels') }),
    ...(body['weekday'] !== undefined && { weekday: readInteger(body, 'weekday', [1, 7]) }),
    ...(body['hour'] !== undefined && { hour: readInteger(body, 'hour', [0, 23]) }),
    ...(body['zone'] !== undefined && { zone: readZone(body) }),
    ...(body['weekly'] !== undefined && { weekly: readFlag(body, 'weekly') }),
    ...(body['releases'] !== undefined && { releases: readFlag(body, 'releases') }),
  }
}

function readZone(body: JsonObject): string {
  const zone = readText(body, 'zone')
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new HttpError(400, 'zone must be the name of a time zone, such as Europe/Vienna.')
  }
}
