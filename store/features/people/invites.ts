// Invites: a link that makes one person, with the role and the services that it was made with.
import type { AcceptedInvite, Invite, InviteLink, NewInvite } from '../../../contract/people.ts'
import type { InvitePreview } from '../../../contract/login.ts'
import { randomUUID } from 'node:crypto'
import type { Identity } from '../../../server/caller.ts'
import { HttpError } from '../../../server/http-error.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { ofPath } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { exclusively } from './claims.ts'
import type { People, PeopleContext } from './context.ts'
import { personId } from './identities.ts'
import { mailInvite, requireAddress } from './invite-mail.ts'
import { parsePassword, parsePersonName, parseRights, rightsText } from './members.ts'
import { isSameName, ownerName } from './profiles.ts'
import type { InviteRecord, PersonRecord } from './records.ts'
import { hashOf, hashPassword, newSecret } from './secrets.ts'

const INVITE_MS = 7 * 24 * 3600 * 1000
const MAX_INVITES = 200
const ID_LENGTH = 16
const HAS_ACCESS =
  'You have access already, so the invite was not used: log in, and ask an admin for another role.'

export const createInvitePath = path('POST /api/invites', {
  summary: 'Makes a link that lets one person in, once and within seven days',
  answer: 'InviteLink',
  status: 201,
  role: 'admin',
  needsAllServices: true,
  body: json('NewInvite', parseInvite),
  async handle(
    { body: { email: address, ...rights } },
    { people, actor }: PeopleContext,
  ): Promise<InviteLink> {
    const email = requireAddress(people, address)
    const { invite: invites } = await people.registry.read()
    for (const [hash, { expiresAt }] of invites)
      if (expiresAt <= Date.now()) await people.registry.write('invite', hash, null)
    if (invites.size >= MAX_INVITES)
      throw new HttpError(409, `${MAX_INVITES} invites wait, which is the limit: withdraw one first.`)
    const secret = newSecret()
    const record = { ...rights, by: actor.name, email, expiresAt: Date.now() + INVITE_MS }
    await people.registry.write('invite', hashOf(secret), record)
    const after = { ...rightsText([rights]), ...(email !== null && { email }) }
    await people.audit.record(actor, { act: 'invite.created', after })
    const { id, by, expires } = toInvite([hashOf(secret), record])
    const url = `/invite#${secret}`
    const mailProblem =
      email === null ? null : await mailInvite(people, { ...rights, path: url, by, email, expires })
    return { id, url, expires, mailProblem }
  },
})

export const withdrawInvitePath = path('DELETE /api/invites/:id', {
  summary: 'Withdraws an invite',
  parameters: { id: ofPath('The id of an invite.') },
  answer: 'none',
  status: 204,
  role: 'admin',
  needsAllServices: true,
  async handle({ parameters: { id } }, { people, actor }: PeopleContext): Promise<void> {
    const { invite: invites } = await people.registry.read()
    const hash = [...invites.keys()].find((each) => each.slice(0, ID_LENGTH) === id)
    if (hash === undefined) throw new HttpError(404, 'No invite has this id.')
    await people.registry.write('invite', hash, null)
    await people.audit.record(actor, { act: 'invite.withdrawn' })
  },
})

/** What the page of an invite shows before it is accepted. Throws 404. */
export async function previewInvite({ registry }: People, secret: string): Promise<InvitePreview> {
  const hash = hashOf(secret)
  const {
    id: _,
    email: __,
    ...preview
  } = toInvite([hash, requireInvite((await registry.read()).invite, hash)])
  return preview
}

/** Throws 404. */
function requireInvite(invites: Map<string, InviteRecord>, hash: string): InviteRecord {
  const invite = invites.get(hash)
  if (invite !== undefined && invite.expiresAt > Date.now()) return invite
  throw new HttpError(404, 'This invite was used, was withdrawn, or has expired: ask for another one.')
}

/** The person, whose session the relay starts. Throws 404 where the invite has expired or was used. */
export async function acceptInvite(
  { registry }: People,
  secret: string,
  { name, password }: AcceptedInvite,
): Promise<{ id: string; person: PersonRecord }> {
  const hash = hashOf(secret)
  requireInvite((await registry.read()).invite, hash)
  const stored = await hashPassword(password)
  return exclusively(registry, 'invites', async ({ invite: invites, person: people }) => {
    const { role, services } = requireInvite(invites, hash)
    const names = [await ownerName(registry), ...ofInvites(people).map((each) => each.name)]
    if (names.some((each) => isSameName(each, name)))
      throw new HttpError(409, 'Somebody else has this name: choose another one.')
    await registry.write('invite', hash, null)
    const id = randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)
    const person: PersonRecord = {
      name,
      email: null,
      rights: [{ role, services }],
      method: 'invite',
      issuer: '',
      subject: '',
      password: stored,
      isFixed: true,
    }
    await registry.write('person', id, person)
    return { id, person }
  })
}

/** With the name and the address that the provider sends. Throws 404, and 409 where the person has access. */
export async function acceptAtProvider(
  { registry }: People,
  secret: string,
  { identity, hasAccess }: { identity: Identity; hasAccess: boolean },
): Promise<PersonRecord> {
  const hash = hashOf(secret)
  const id = personId(identity)
  return exclusively(registry, 'invites', async ({ invite: invites, person: people }) => {
    const { role, services } = requireInvite(invites, hash)
    const earlier = people.get(id)
    if (earlier !== undefined && (hasAccess || earlier.isInvited)) throw new HttpError(409, HAS_ACCESS)
    await registry.write('invite', hash, null)
    const { issuer, subject, name, email } = identity
    const person: PersonRecord = {
      name,
      email,
      rights: [{ role, services }],
      method: 'oidc',
      issuer,
      subject,
      password: null,
      isFixed: true,
      isInvited: true,
    }
    await registry.write('person', id, person)
    return person
  })
}

/** Those of a provider may have the same name. */
function ofInvites(people: ReadonlyMap<string, PersonRecord>): PersonRecord[] {
  return [...people.values()].filter(({ method }) => method === 'invite')
}

export function parseAccepted({ name, password }: JsonObject): AcceptedInvite {
  return { name: parsePersonName(name), password: parsePassword(password) }
}

function parseInvite(body: JsonObject): NewInvite {
  const { email } = body
  if (email !== undefined && typeof email !== 'string') throw new HttpError(400, 'email must be a string.')
  return { ...parseRights(body), ...(email !== undefined && { email }) }
}

export function toInvite([hash, record]: [string, InviteRecord]): Invite {
  const { role, services, by, email = null, expiresAt } = record
  const expires = new Date(expiresAt).toISOString()
  return { id: hash.slice(0, ID_LENGTH), role, services, by, email, expires }
}
