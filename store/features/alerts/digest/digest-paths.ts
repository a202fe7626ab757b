// The paths of the digest.
import type { DigestSettings } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { writeSetting } from '../../../database/settings.ts'
import { json } from '../../../http/body.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import { differences } from '../../people/index.ts'
import { requireChannels } from '../channels/channel.ts'
import { parseDigestChange, type DigestSetting, type StoredDigest } from './digest-settings.ts'

const digestPath = path('GET /api/digest', {
  summary: 'When the digest is sent, and to which channels',
  needsAllServices: true,
  answer: 'DigestSettings',
  handle: async (_request, { alerts }: AlertContext): Promise<DigestSettings> => {
    const { digest } = await alerts.settings()
    return { ...settingOf(digest), fromFile: digest.fromFile }
  },
})

const changeDigestPath = path('PATCH /api/digest', {
  summary: 'Changes when the digest is sent, and to which channels',
  role: 'admin',
  needsAllServices: true,
  answer: 'DigestSettings',
  body: json('DigestChange', parseDigestChange),
  handle: async ({ body }, { engine, alerts, people, actor }: AlertContext): Promise<DigestSettings> => {
    const { channels, digest } = await alerts.settings()
    if (digest.fromFile) throw new HttpError(409, 'The file of alerts sets the digest: change it there.')
    requireChannels(body.channels ?? [], channels)
    const setting = settingOf(digest)
    const value = { ...setting, ...body }
    await writeSetting(engine, { kind: 'digest', id: 'digest', value })
    alerts.changed()
    await people.audit.record(actor, { act: 'digest.changed', ...differences(setting, value) })
    return { ...value, fromFile: false }
  },
})

export const digestPaths = [digestPath, changeDigestPath]

function settingOf({ fromFile: _fromFile, changedAt: _changedAt, ...setting }: StoredDigest): DigestSetting {
  return setting
}
