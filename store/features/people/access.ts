// The caller of a request: the session, token or identity that the relay names, with role and services now.
import type { Me } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import { allRights, hasRole, OPERATOR, type Actor } from '../../http/actor.ts'
import type { Caller, Identity } from '../../../server/caller.ts'
import type { PersonRecord, SessionRecord, TokenRecord } from './records.ts'
import { personId, rememberIdentity } from './identities.ts'
import { ownerName } from './profiles.ts'
import type { Registry, Tables } from './registry.ts'

const DAY_MS = 24 * 3600 * 1000
/** A session that nobody uses ends after a week, any session after a month. */
export const SESSION_IDLE_MS = 7 * DAY_MS
/** How exactly it is stored when a session was last used. */
const LAST_SEEN_MS = 10 * 60_000

const LOG_IN = 'Log in, or send a token of Errata as a bearer token.'
const UNAUTHORIZED = { 'WWW-Authenticate': 'Bearer' }

/** Throws 401 if the session or the token has ended. */
export async function readActor(registry: Registry, caller: Caller | null): Promise<Actor> {
  if (caller === null) return OPERATOR
  switch (caller.by) {
    case 'nobody':
      return NOBODY
    case 'open':
      return ofOwner(registry, caller, 'open')
    case 'api-token':
      return nobody('token', caller)
    case 'session':
      return ofSession(registry, caller, caller.hashes)
    case 'token':
      return ofToken(registry, caller, caller.hash)
    case 'header':
      return ofIdentity(registry, caller, caller.identity)
    default:
      throw new HttpError(400, 'This kind of caller is unknown: relay and store must have the same version.')
  }
}

/** Whoever has a key of a path: it needs no more than the role `read`, and no service. */
const NOBODY: Actor = { ...OPERATOR, ...allRights([{ role: 'read', services: ['\0'] }]) }

function nobody(method: Me['method'], { address }: Caller): Actor {
  return { ...OPERATOR, method, address }
}

async function ofOwner(registry: Registry, caller: Caller, method: Me['method']): Promise<Actor> {
  // Nobody is locked out while the tables cannot be read.
  const name = await ownerName(registry).catch(() => '')
  return { ...nobody(method, caller), name, me: name }
}

async function ofSession(registry: Registry, caller: Caller, hashes: string[]): Promise<Actor> {
  const now = Date.now()
  let tables = await registry.read()
  let current = findSession(tables, caller, hashes)
  if (current !== null && now - current.session.lastSeen > LAST_SEEN_MS) {
    // Another store may have ended it: what is written would start it again.
    tables = await registry.readNow()
    current = findSession(tables, caller, hashes)
    if (current !== null)
      await registry.note('session', current.id, {
        ...current.session,
        lastSeen: now,
        address: caller.address,
      })
  }
  if (current === null) throw new HttpError(401, LOG_IN, UNAUTHORIZED)
  const { id, session } = current
  if (session.person === null) return { ...(await ofOwner(registry, caller, 'password')), session: id }
  const person = tables.person.get(session.person)
  if (person === undefined) throw new HttpError(401, LOG_IN, UNAUTHORIZED)
  await notePresence(registry, session.person, now)
  return { ...ofPerson(session.person, person, caller), session: id }
}

type CurrentSession = { id: string; session: SessionRecord }

function findSession({ session: sessions }: Tables, caller: Caller, hashes: string[]): CurrentSession | null {
  const current = hashes.flatMap((id) => {
    const session = sessions.get(id)
    return session !== undefined && isCurrent(session, caller, Date.now()) ? [{ id, session }] : []
  })
  return current[0] ?? null
}

export function isCurrent(session: SessionRecord, { passwordKey }: Caller, now: number): boolean {
  return (session.person !== null || session.passwordKey === passwordKey) && !hasEnded(session, now)
}

/** Because of its age, or because nobody has used it. */
export function hasEnded({ expiresAt, lastSeen }: SessionRecord, now: number): boolean {
  return expiresAt <= now || lastSeen + SESSION_IDLE_MS <= now
}

async function ofToken(registry: Registry, caller: Caller, id: string): Promise<Actor> {
  const { token: tokens, person: people } = await registry.read()
  const token = tokens.get(id)
  if (token === undefined || isExpired(token))
    throw new HttpError(
      401,
      'This token does not exist, was revoked, or has expired: make another one in the settings.',
      UNAUTHORIZED,
    )
  const maker = token.person === null ? undefined : people.get(token.person)
  if (token.person !== null && maker === undefined)
    throw new HttpError(401, 'Whoever made this token has no access any more.', UNAUTHORIZED)
  await noteUse(registry, id, token, caller.address)
  const role = token.scope === 'read' ? 'read' : 'write'
  const rights = maker?.rights ?? OPERATOR.rights
  return {
    ...nobody('token', caller),
    name: token.name,
    me: maker?.name ?? (await ownerName(registry)),
    ...allRights(rights.map((each) => (hasRole(each, role) ? { ...each, role } : each))),
    services: token.services,
    token: id,
    isMapsOnly: token.scope === 'maps',
    within: token.services,
  }
}

function isExpired({ expiresAt }: TokenRecord): boolean {
  return expiresAt !== null && expiresAt <= Date.now()
}

async function noteUse(registry: Registry, id: string, token: TokenRecord, address: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  if (token.lastUsed?.day === day) return
  // Another store may have revoked it: what is written would make it valid again.
  const current = (await registry.readNow()).token.get(id)
  if (current !== undefined) await registry.note('token', id, { ...current, lastUsed: { day, address } })
}

async function ofIdentity(registry: Registry, caller: Caller, identity: Identity): Promise<Actor> {
  const person = await rememberIdentity(registry, identity, 'header')
  const id = personId(identity)
  await notePresence(registry, id, Date.now())
  return ofPerson(id, person, caller)
}

/** A record of its own: writing it never overwrites a change of the person. */
async function notePresence(registry: Registry, id: string, now: number): Promise<void> {
  const { presence } = await registry.read()
  if (now - (presence.get(id)?.at ?? 0) > LAST_SEEN_MS) await registry.note('presence', id, { at: now })
}

function ofPerson(id: string, person: PersonRecord, { address }: Caller): Actor {
  const { name, email, rights, method } = person
  const own = { name, email, ...allRights(rights), method, me: name }
  return { ...OPERATOR, ...own, address, person: id }
}

/** Answers whether a caller still has the access of the moment when this was called. It counts as no use. */
export async function watchAccess(
  registry: Registry,
  caller: Caller | null,
): Promise<() => Promise<boolean>> {
  const access = async (): Promise<string> => accessText(await registry.read(), caller)
  const first = await access()
  return async () => (await access()) === first
}

/** What decides about the access; it differs where that has ended. */
function accessText(tables: Tables, caller: Caller | null): string {
  const rightsOf = (person: string | null): unknown =>
    person === null ? 'owner' : (tables.person.get(person)?.rights ?? null)
  switch (caller?.by) {
    case 'session': {
      const current = findSession(tables, caller, caller.hashes)
      return JSON.stringify(current && [current.id, rightsOf(current.session.person)])
    }
    case 'token': {
      const token = tables.token.get(caller.hash)
      return JSON.stringify(token === undefined || isExpired(token) ? null : rightsOf(token.person))
    }
    case 'header':
      return JSON.stringify(rightsOf(personId(caller.identity)))
    default:
      return ''
  }
}
