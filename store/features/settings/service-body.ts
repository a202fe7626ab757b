// The body that changes what is set for a service. Each function throws a 400 that names the member.
import type { ServiceSettingsChange } from '../../../contract/settings.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { JsonObject } from '../../http/body.ts'
import { isTemplate, LINE_PLACEHOLDERS } from '../../ingest/source-maps/repository-link.ts'
import { parseTemplate } from '../tickets/index.ts'

const MAX_OWNERS = 20
/** Characters, as of an assignee. */
const MAX_OWNER = 200
const MAX_REPOSITORY = 500
const MAX_SERVICE = 1_000

const MEMBERS = ['service', 'owners', 'repository', 'ticketTemplate', 'channel']
const PLACEHOLDER = /\{(\w*)\}/g

export function parseChange(body: JsonObject): ServiceSettingsChange {
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name))
  if (unknown !== undefined)
    throw new HttpError(400, `${unknown.slice(0, 40)} is unknown. Known are ${MEMBERS.join(', ')}.`)
  const { service, owners, repository, ticketTemplate, channel } = body
  if (typeof service !== 'string' || service === '' || service.length > MAX_SERVICE)
    throw new HttpError(400, 'service must be the name of a service.')
  if (channel !== undefined && channel !== null && typeof channel !== 'string')
    throw new HttpError(400, 'channel must be null or the id of a channel.')
  return {
    service: service.toWellFormed(),
    ...(owners !== undefined && { owners: parseOwners(owners) }),
    ...(repository !== undefined && { repository: parseRepository(repository) }),
    ...(ticketTemplate !== undefined && {
      ticketTemplate: ticketTemplate === null ? null : parseTemplate(ticketTemplate, 'ticketTemplate'),
    }),
    ...(channel !== undefined && { channel }),
  }
}

function parseOwners(value: unknown): string[] {
  const owners = Array.isArray(value) ? value.map(ownerOf) : []
  if (!Array.isArray(value) || owners.length > MAX_OWNERS || owners.some((name) => name === ''))
    throw new HttpError(
      400,
      `owners must be a list of at most ${MAX_OWNERS} names of 1 to ${MAX_OWNER} characters.`,
    )
  return [...new Set(owners)]
}

/** On one line; empty: not a name. */
function ownerOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_OWNER) return ''
  return value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function parseRepository(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'string' || value.length > MAX_REPOSITORY)
    throw new HttpError(400, `repository must be null or an address of at most ${MAX_REPOSITORY} characters.`)
  const address = value
    .trim()
    .replace(/^git@([\w.-]+):/, 'https://$1/')
    .replace(/(?:\.git)?\/*$/, '')
  const unknown = [...address.matchAll(PLACEHOLDER)].find(
    ([, name = '']) => !LINE_PLACEHOLDERS.includes(name),
  )
  const allowed = LINE_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
  if (unknown)
    throw new HttpError(
      400,
      `repository has the unknown placeholder ${unknown[0]}. Known ones are ${allowed}.`,
    )
  if (isTemplate(address) && !address.includes('{path}'))
    throw new HttpError(400, `repository has placeholders, but not {path}. Known ones are ${allowed}.`)
  checkAddress(address)
  return address
}

/** The name of a file cannot choose another host. */
function checkAddress(address: string): void {
  const [url, other] = ['a', 'b'].map((value) => URL.parse(address.replaceAll(PLACEHOLDER, value)))
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== other?.origin)
    throw new HttpError(
      400,
      'repository must be an address of http or https, such as https://github.com/OWNER/REPOSITORY.',
    )
  if (url.username !== '' || url.password !== '')
    throw new HttpError(400, 'repository must not have a user name or a password.')
}
