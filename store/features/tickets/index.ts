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
  async handle(_request, { engine, actor }: TemplateContext): Promise<TicketTemplatesAnswer> {
    const { templates } = await readTemplates(engine)
    const canView = serviceTest(actor)
    return { templates: templates.filter(({ service }) => service === '' || !canView || canView(service)) }
  },
})

const changeTemplatePath = path('PUT /api/ticket-templates', {
  summary: 'Sets or removes the template of a service, or of all services',
  role: 'admin',
  needsAllServices: true,
  answer: 'TicketTemplatesAnswer',
  body: json('TicketTemplateChange', (body): TicketTemplateChange => ({
    service: parseService(body),
    url: body['url'] === null ? null : parseTemplate(body['url']),
  })),
  async handle({ body }, { engine, people, actor }: TemplateContext): Promise<TicketTemplatesAnswer> {
    const { service, url } = body
    const { templates } = await readTemplates(engine)
    if (templates.length >= MAX_TEMPLATES && !templates.some((template) => template.service === service))
      throw new HttpError(409, `${MAX_TEMPLATES} services have a template, which is the limit.`)
    await writeSetting(engine, { kind: KIND, id: service, value: url === null ? null : { service, url } })
    const earlier = templates.find((template) => template.service === service) ?? null
    const changes = differences(earlier && { url: earlier.url }, url === null ? null : { url })
    const target = service || 'all services'
    await people.audit.record(actor, { act: 'ticket-template.changed', target, ...changes })
    return readTemplates(engine)
  },
})

export const paths: Path<TemplateContext>[] = [templatesPath, changeTemplatePath]

async function readTemplates(engine: Engine): Promise<TicketTemplatesAnswer> {
  const settings = await readSettings<TicketTemplate>(engine, KIND)
  const templates = settings.flatMap(({ value }) => value ?? [])
  return { templates: templates.toSorted((a, b) => (a.service < b.service ? -1 : 1)) }
}

function parseService({ service }: JsonObject): string {
  if (typeof service === 'string' && service.length <= MAX_SERVICE) return service.toWellFormed()
  throw new HttpError(400, `service must be a string of at most ${MAX_SERVICE} characters.`)
}

function parseTemplate(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_URL)
    throw new HttpError(400, `url must be null or a string of at most ${MAX_URL} characters.`)
  const template = value.trim()
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !isPlaceholder(name))
  if (unknown) {
    const names = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
    throw new HttpError(400, `url has the unknown placeholder ${unknown[0]}. Known ones are ${names}.`)
  }
  checkAddress(template)
  return template
}

/** A value is sent to the host of the template, and cannot choose another one. */
function checkAddress(template: string): void {
  const [url, other] = ['a', 'b'].map((value) => URL.parse(template.replaceAll(PLACEHOLDER, value)))
  if (!url || !/^https?:$/.test(url.protocol))
    throw new HttpError(400, 'url must be an address of http or https.')
  if (url.username !== '' || url.password !== '')
    throw new HttpError(400, 'url must not have a user name or a password.')
  if (url.origin !== other?.origin)
    throw new HttpError(400, 'url must have its placeholders behind the host.')
}
