// What the relay asks for: it starts and ends the sessions of people whose password, invite or provider it
// has checked or passes on. Not a part of `/api`, so that no browser reaches it.
import { unlistedJson } from '../../http/body.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Actor } from '../../http/actor.ts'
import { path, type Path } from '../../http/path.ts'
import type { Author } from './audit.ts'
import type { People, PeopleContext } from './context.ts'
import { personId, rememberIdentity } from './identities.ts'
import { acceptAtProvider, acceptInvite, previewInvite } from './invites.ts'
import { type Login, parseLogin, type ProviderLogin, text, textOrNull } from './login-body.ts'
import { rightsText } from './members.ts'
import { isSameName, ownerName } from './profiles.ts'
import type { PersonRecord, ProviderSession } from './records.ts'
import { isPassword } from './secrets.ts'
import { startSession } from './sessions.ts'

/** A provider says that its sessions of a person have ended; `subject` null: the session `sid` alone. */
type EndedSession = { issuer: string; subject: string | null; sid: string | null }

type StartedSession = { secret: string; expiresAt: number }

const WRONG = 'The name or the password is wrong.'
/** For a name that nobody has: the answer takes as long as for a wrong password. */
const NOBODY = { salt: '00', hash: '00'.repeat(32) }

const startPath = path('POST /access/sessions', {
  summary: 'Starts a session',
  answer: 'application/json',
  status: 201,
  body: unlistedJson(parseLogin),
  handle: ({ body }, { people }: PeopleContext) => start(people, body),
})

const failedPath = path('POST /access/failures', {
  summary: 'Records a login that failed',
  answer: 'none',
  status: 204,
  body: unlistedJson(({ method, address, detail }) => ({
    author: { name: '', method: text(method) as Author['method'], address: text(address) },
    detail: text(detail),
  })),
  handle: ({ body: { author, detail } }, { people }: PeopleContext) =>
    people.audit.record(author, { act: 'login.failed', target: detail }),
})

const endPath = path('DELETE /access/sessions', {
  summary: 'Ends the session of the caller, and answers the hint of a logout at its provider',
  answer: 'application/json',
  role: 'read',
  async handle(_request, { people, actor }: PeopleContext): Promise<{ provider: ProviderSession | null }> {
    const { session: sessions } = await people.registry.read()
    if (actor.session === null) return { provider: null }
    const { provider } = sessions.get(actor.session)!
    await people.registry.write('session', actor.session, null)
    await people.audit.record(actor, { act: 'logout' })
    return { provider }
  },
})

const providerEndPath = path('POST /access/ended', {
  summary: 'Ends the sessions that a provider has ended',
  answer: 'none',
  status: 204,
  body: unlistedJson(({ issuer, subject, sid }): EndedSession => ({
    issuer: text(issuer),
    subject: textOrNull(subject),
    sid: textOrNull(sid),
  })),
  handle: ({ body }, { people }: PeopleContext) => endOfProvider(people, body),
})

const actorPath = path('GET /access', {
  summary: 'Who the caller is',
  answer: 'application/json',
  isForMaps: true,
  handle: (_request, { actor }: { actor: Actor }): Actor => actor,
})

const invitePath = path('POST /access/invites', {
  summary: 'What an invite gives, for whoever has its link',
  answer: 'application/json',
  body: unlistedJson(({ invite }) => text(invite)),
  handle: ({ body }, { people }: PeopleContext) => previewInvite(people, body),
})

const namesPath = path('GET /access/names', {
  summary: 'Whether people have a name and a password of their own',
  answer: 'application/json',
  async handle(_request, { people }: PeopleContext): Promise<{ names: boolean }> {
    const { person } = await people.registry.read()
    return { names: [...person.values()].some(({ password }) => password !== null) }
  },
})

/** Not in the OpenAPI document. */
export const relayPaths: Path<PeopleContext>[] = [
  startPath,
  failedPath,
  endPath,
  providerEndPath,
  invitePath,
  namesPath,
  actorPath,
]

async function start(people: People, login: Login): Promise<StartedSession> {
  const { device, address } = login
  const { person, name, method } = await personOf(people, login)
  const passwordKey = login.by === 'password' ? login.passwordKey : ''
  const provider =
    login.by === 'oidc' ? { issuer: login.identity.issuer, sid: login.sid, idToken: login.idToken } : null
  const session = { method, person, passwordKey, provider, device, address }
  const started = await startSession(people, session)
  await people.audit.record({ name, method, address }, { act: 'login', target: device })
  return started
}

async function endOfProvider(
  { registry, audit }: People,
  { issuer, subject, sid }: EndedSession,
): Promise<void> {
  const { session: sessions, person: people } = await registry.read()
  const person = subject === null ? null : personId({ issuer, subject })
  const ended = [...sessions].filter(([, session]) => {
    if (session.provider?.issuer !== issuer) return false
    return sid === null ? session.person === person : session.provider.sid === sid
  })
  for (const [id, session] of ended) {
    await registry.write('session', id, null)
    const name = people.get(session.person ?? '')?.name ?? ''
    await audit.record({ name, method: 'oidc', address: '' }, { act: 'logout', target: 'by the provider' })
  }
}

type Known = { person: string | null; name: string; method: Author['method'] }

async function personOf(people: People, login: Login): Promise<Known> {
  switch (login.by) {
    case 'password':
      return { person: null, name: await ownerName(people.registry), method: 'password' }
    case 'name':
      return checkName(people, login)
    case 'invite': {
      const { id, person } = await acceptInvite(people, login.invite, login)
      await recordAccepted(people, person, login.address)
      return { person: id, name: person.name, method: 'invite' }
    }
    default:
      return ofProvider(people, login)
  }
}

/** Throws 403 where the identity has no rights, and what an invite throws. */
async function ofProvider(
  people: People,
  { identity, refusal, invite, address }: ProviderLogin & { address: string },
): Promise<Known> {
  const hasAccess = refusal === null
  if (invite !== null)
    await recordAccepted(people, await acceptAtProvider(people, invite, { identity, hasAccess }), address)
  const { name } = await rememberIdentity(people.registry, identity, 'oidc', refusal)
  return { person: personId(identity), name, method: 'oidc' }
}

async function recordAccepted(
  { audit }: People,
  { name, rights, method }: PersonRecord,
  address: string,
): Promise<void> {
  const event = { act: 'invite.accepted', target: name, after: rightsText(rights) }
  await audit.record({ name, method, address }, event)
}

/** Throws 401. */
async function checkName(
  { registry, audit }: People,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<Known> {
  const { person: people } = await registry.read()
  const own = [...people].find(([, each]) => each.method === 'invite' && isSameName(each.name, name))
  const stored: PersonRecord['password'] = own?.[1].password ?? null
  const matches = await isPassword(password, stored ?? NOBODY)
  if (own !== undefined && stored !== null && matches && (await isStored(registry, own[0], stored)))
    return { person: own[0], name: own[1].name, method: 'invite' }
  await audit.record({ name: '', method: 'invite', address }, { act: 'login.failed', target: name })
  throw new HttpError(401, WRONG)
}

/** A check takes a tenth of a second: the password may have changed, or the access may have ended. */
async function isStored(
  registry: People['registry'],
  id: string,
  { hash }: NonNullable<PersonRecord['password']>,
): Promise<boolean> {
  return (await registry.readNow()).person.get(id)?.password?.hash === hash
}
