// What the relay asks for: it starts and ends the sessions of people whose password, invite or provider it
// has checked or passes on. Not a part of `/api`, so that no browser reaches it.
import { unlistedJson, type JsonObject } from '../../http/body.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import type { Actor } from '../../http/actor.ts'
import type { Identity } from '../../../server/caller.ts'
import { path, type Path } from '../../http/path.ts'
import type { Author } from './audit.ts'
import type { People, PeopleContext } from './context.ts'
import { personId, rememberIdentity } from './identities.ts'
import { acceptInvite, isSameName, parseAccepted } from './invites.ts'
import { parseRights } from './members.ts'
import type { PersonRecord } from './records.ts'
import { isPassword } from './secrets.ts'
import { startSession } from './sessions.ts'

type Login = { device: string; address: string } & (
  | { by: 'password'; passwordKey: string }
  | { by: 'name'; name: string; password: string }
  | { by: 'invite'; invite: string; name: string; password: string }
  | { by: 'oidc'; identity: Identity }
)

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
  summary: 'Ends the session of the caller',
  answer: 'none',
  status: 204,
  role: 'read',
  async handle(_request, { people, actor }: PeopleContext): Promise<void> {
    if (actor.session === null) return
    await people.registry.write('session', actor.session, null)
    await people.audit.record(actor, { act: 'logout' })
  },
})

const actorPath = path('GET /access', {
  summary: 'Who the caller is',
  answer: 'application/json',
  handle: (_request, { actor }: { actor: Actor }): Actor => actor,
})

/** Not in the OpenAPI document. */
export const relayPaths: Path<PeopleContext>[] = [startPath, failedPath, endPath, actorPath]

async function start(people: People, login: Login): Promise<StartedSession> {
  const { device, address } = login
  const { person, name, method } = await personOf(people, login)
  const passwordKey = login.by === 'password' ? login.passwordKey : ''
  const started = await startSession(people, { method, person, passwordKey, device, address })
  await people.audit.record({ name, method, address }, { act: 'login', target: device })
  return started
}

type Known = { person: string | null; name: string; method: Author['method'] }

async function personOf(people: People, login: Login): Promise<Known> {
  switch (login.by) {
    case 'password':
      return { person: null, name: '', method: 'password' }
    case 'name':
      return checkName(people, login)
    case 'invite': {
      const { id, person } = await acceptInvite(people, login.invite, login)
      const { name, role, services } = person
      await people.audit.record(
        { name, method: 'invite', address: login.address },
        { act: 'invite.accepted', target: name, after: { role, services } },
      )
      return { person: id, name, method: 'invite' }
    }
    default: {
      const { name } = await rememberIdentity(people.registry, login.identity, 'oidc')
      return { person: personId(login.identity), name, method: 'oidc' }
    }
  }
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
  if (own !== undefined && stored !== null && matches)
    return { person: own[0], name: own[1].name, method: 'invite' }
  await audit.record({ name: '', method: 'invite', address }, { act: 'login.failed', target: name })
  throw new HttpError(401, WRONG)
}

function parseLogin(body: JsonObject): Login {
  const common = { device: text(body['device']), address: text(body['address']) }
  switch (body['by']) {
    case 'password':
      return { ...common, by: 'password', passwordKey: text(body['passwordKey']) }
    case 'name':
      return { ...common, by: 'name', name: text(body['name']), password: text(body['password']) }
    case 'invite':
      return { ...common, by: 'invite', invite: text(body['invite']), ...parseAccepted(body) }
    case 'oidc':
      return { ...common, by: 'oidc', identity: parseIdentity(body['identity']) }
    default:
      throw new HttpError(400, 'by must be password, name, invite or oidc.')
  }
}

function parseIdentity(value: unknown): Identity {
  if (!isObject(value)) throw new HttpError(400, 'identity must be an object.')
  const { issuer, subject, name, email } = value
  return {
    issuer: text(issuer),
    subject: text(subject),
    name: text(name),
    email: typeof email === 'string' ? email : null,
    ...parseRights(value),
  }
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed()
  throw new HttpError(400, 'A member of the body must be a string.')
}
