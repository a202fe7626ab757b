// The paths of what people set for a service.
import type {
  ServiceSettings,
  ServiceSettingsAnswer,
  ServiceSettingsChange,
} from '../../../contract/settings.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { nowNs, rfc3339 } from '../../database/instants.ts'
import type { ServiceSetting, ServiceSettings as StoredSettings } from '../../database/service-settings.ts'
import { hasRole } from '../../http/actor.ts'
import { json } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import { visibleChannels, type Alerts } from '../alerts/index.ts'
import { differences, type PeopleContext } from '../people/index.ts'
import { changeTemplate, readTemplates } from '../tickets/index.ts'
import { parseChange } from './service-body.ts'

export type ServiceContext = PeopleContext & { engine: Engine; alerts: Alerts; services: StoredSettings }

/** Of one answer, the most recently active first. */
const MAX_SERVICES = 500

export const serviceSettingsPath = path('GET /api/service-settings', {
  summary: 'Owners, repository, template of tickets and channel of each service',
  answer: 'ServiceSettingsAnswer',
  async handle(_request, context: ServiceContext): Promise<ServiceSettingsAnswer> {
    const { actor } = context
    const settings = await context.alerts.settings()
    const services = await readServices(context, settings.channels, '')
    const ids = new Set(services.map(({ channel }) => channel))
    // To choose from.
    if (hasRole(actor, 'admin')) for (const { id } of visibleChannels(actor, settings)) ids.add(id)
    const channels = settings.channels.flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : []))
    return { services, channels }
  },
})

export const changeServicePath = path('PATCH /api/service-settings', {
  summary: 'Changes owners, repository, template of tickets or channel of a service',
  role: 'admin',
  answer: 'ServiceSettings',
  body: json('ServiceSettingsChange', parseChange),
  async handle({ body }, context: ServiceContext): Promise<ServiceSettings> {
    const { engine, alerts, services, people, actor } = context
    const { service } = body
    const { channels } = await alerts.settings()
    const [before] = await readServices(context, channels, service)
    if (before === undefined) throw new HttpError(404, 'No service of yours has sent data under this name.')
    if (body.channel && !channels.some(({ id }) => id === body.channel))
      throw new HttpError(400, `channel: no channel has the id ${body.channel.slice(0, 40)}.`)
    const after = { ...before, ...body }
    const values = differences(before, after)
    if (Object.keys(values.after!).length === 0) return after
    if (body.ticketTemplate !== undefined) await changeTemplate(engine, { service, url: body.ticketTemplate })
    await services.write(service, changedSetting(services.of(service), body))
    alerts.changed()
    await people.audit.record(actor, { act: 'service.changed', target: service, ...values })
    return after
  },
})

/** `service`: empty for all. */
async function readServices(
  { engine, services }: ServiceContext,
  channels: { id: string }[],
  service: string,
): Promise<ServiceSettings[]> {
  const [rows, templates] = await Promise.all([
    engine.query<{ service: string; lastSeen: string }>(
      `SELECT ServiceName AS service, toString(max(LastSeen)) AS lastSeen FROM releases
       WHERE {service:String} = '' OR ServiceName = {service:String}
       GROUP BY service ORDER BY max(LastSeen) DESC LIMIT ${MAX_SERVICES}`,
      { service },
    ),
    readTemplates(engine),
  ])
  const templateOf = new Map(templates.map((template) => [template.service, template.url]))
  return rows.map((row) => {
    const { owners, repository, channel } = services.of(row.service)
    const isKnown = channels.some(({ id }) => id === channel?.id)
    return {
      service: row.service,
      lastSeen: rfc3339(row.lastSeen),
      owners,
      repository: repository || null,
      ticketTemplate: templateOf.get(row.service) ?? null,
      channel: isKnown ? channel!.id : null,
    }
  })
}

function changedSetting(setting: ServiceSetting, change: ServiceSettingsChange): ServiceSetting {
  const { owners = setting.owners, repository = setting.repository, channel } = change
  const isOther = channel !== undefined && channel !== setting.channel?.id
  const chosen = channel ? { id: channel, since: String(nowNs()) } : null
  return { owners, repository: repository ?? '', channel: isOther ? chosen : setting.channel }
}
