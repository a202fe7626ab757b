// How a new issue in a tracker is opened, by service.
import type {
  TicketTemplate,
  TicketTemplateChange,
  TicketTemplatesAnswer,
} from '../../../contract/tickets.ts'
import { isPlaceholder, PLACEHOLDER, PLACEHOLDERS } from '../../../contract/ticket-url.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { serviceTest } from '../../http/actor.ts'
import { path, type Path, type WithEngine } from '../../http/path.ts'
import { differences, type WithAudit } from '../people/index.ts'

/** Characters. With more, little of an issue fits into an address. */
const MAX_URL = 2_000

/** Characters of the name of a service. */
const MAX_SERVICE = 1_000

/** As many as `/api/services` has, and the one for all. */
const MAX_TEMPLATES = 501

type TemplateContext = WithEngine & WithAudit

const KIND = 'ticket-template'

const templatesPath = path('GET /api/ticket-templates', {
  summary: 'The addresses that open the form of an issue tracker, by service',
  answer: 'TicketTemplatesAnswer',
  handle: (_request, context: TemplateContext) => visibleTemplates(context),
})

const changeTemplatePath = path('PUT /api/ticket-templates', {
  summary: 'Sets or removes the template of a service, or of all services',
  role: 'admin',
  answer: 'TicketTemplatesAnswer',
  body: json('TicketTemplateChange', (body): TicketTemplateChange => ({
    service: parseService(body),
    url: body['url'] === null ? null : parseTemplate(body['url'], 'url'),
  })),
  async handle({ body }, context: TemplateContext): Promise<TicketTemplatesAnswer> {
    const { engine, people, actor } = context
    const { service, url } = body
    const canView = serviceTest(actor)
    if (canView && (service === '' || !canView(service)))
      throw new HttpError(403, 'You may not change the template of these services.')
    const earlier = (await readTemplates(engine)).find((template) => template.service === service)
    await changeTemplate(engine, body)
    const changes = differences(earlier ? { url: earlier.url } : null, url === null ? null : { url })
    const target = service || 'all services'
    await people.audit.record(actor, { act: 'ticket-template.changed', target, ...changes })
    return visibleTemplates(context)
  },
})

/** Throws 409 where too many services have a template. */
export async function changeTemplate(engine: Engine, { service, url }: TicketTemplateChange): Promise<void> {
  const templates = await readTemplates(engine)
  if (templates.length >= MAX_TEMPLATES && !templates.some((template) => template.service === service))
    throw new HttpError(409, `${MAX_TEMPLATES} services have a template, which is the limit.`)
  await writeSetting(engine, { kind: KIND, id: service, value: url === null ? null : { service, url } })
}

export const paths: Path<TemplateContext>[] = [templatesPath, changeTemplatePath]

async function visibleTemplates({ engine, actor }: TemplateContext): Promise<TicketTemplatesAnswer> {
  const templates = await readTemplates(engine)
  const canView = serviceTest(actor)
  return { templates: templates.filter(({ service }) => service === '' || !canView || canView(service)) }
}

/** By service. */
export async function readTemplates(engine: Engine): Promise<TicketTemplate[]> {
  const settings = await readSettings<TicketTemplate>(engine, KIND)
  const templates = settings.flatMap(({ value }) => value ?? [])
  return templates.toSorted((a, b) => (a.service < b.service ? -1 : 1))
}

function parseService({ service }: JsonObject): string {
  if (typeof service === 'string' && service.length <= MAX_SERVICE) return service.toWellFormed()
  throw new HttpError(400, `service must be a string of at most ${MAX_SERVICE} characters.`)
}

/** `member`: of the body, for the message. Throws 400. */
export function parseTemplate(value: unknown, member: string): string {
  if (typeof value !== 'string' || value.length > MAX_URL)
    throw new HttpError(400, `${member} must be null or a string of at most ${MAX_URL} characters.`)
  const template = value.trim()
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !isPlaceholder(name))
  if (unknown) {
    const names = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
    throw new HttpError(400, `${member} has the unknown placeholder ${unknown[0]}. Known ones are ${names}.`)
  }
  checkAddress(template, member)
  return template
}

/** A value is sent to the host of the template, and cannot choose another one. */
function checkAddress(template: string, member: string): void {
  const [url, other] = ['a', 'b'].map((value) => URL.parse(template.replaceAll(PLACEHOLDER, value)))
  if (!url || !/^https?:$/.test(url.protocol))
    throw new HttpError(400, `${member} must be an address of http or https.`)
  if (url.username !== '' || url.password !== '')
    throw new HttpError(400, `${member} must not have a user name or a password.`)
  if (url.origin !== other?.origin)
    throw new HttpError(400, `${member} must have its placeholders behind the host.`)
}
