// Sessions of the console: started by the relay after a login, listed and ended by whoever has them.
import type { SessionsAnswer } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Actor } from '../../http/actor.ts'
import type { Caller } from '../../../server/caller.ts'
import { ofPath, choice } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { isCurrent } from './access.ts'
import type { PeopleContext } from './context.ts'
import type { SessionRecord } from './records.ts'
import { hashOf, newSecret } from './secrets.ts'

const SESSION_MS = 30 * 24 * 3600 * 1000
/** Characters of an id that the API shows: the beginning of the stored one. */
const ID_LENGTH = 16

type NewSession = Pick<SessionRecord, 'method' | 'person' | 'passwordKey' | 'provider' | 'device' | 'address'>

/** The secret of the cookie, and the end of the session in milliseconds since 1970. */
export async function startSession(
  { registry }: PeopleContext['people'],
  session: NewSession,
): Promise<{ secret: string; expiresAt: number }> {
  const secret = newSecret()
  const now = Date.now()
  const record = { ...session, createdAt: now, lastSeen: now, expiresAt: now + SESSION_MS }
  await registry.note('session', hashOf(secret), record)
  await deleteExpired(registry, now)
  return { secret, expiresAt: record.expiresAt }
}

async function deleteExpired(registry: PeopleContext['people']['registry'], now: number): Promise<void> {
  const { session: sessions } = await registry.read()
  for (const [id, { expiresAt }] of sessions) if (expiresAt < now) await registry.write('session', id, null)
}

export const sessionsPath = path('GET /api/sessions', {
  summary: 'The sessions of the caller, the last used one first',
  answer: 'SessionsAnswer',
  async handle(_request, { people, actor, caller }: PeopleContext): Promise<SessionsAnswer> {
    const own = await ownSessions(people, actor, caller)
    return {
      sessions: own
        .toSorted(([, a], [, b]) => b.lastSeen - a.lastSeen)
        .map(([id, { method, device, address, createdAt, lastSeen }]) => ({
          id: id.slice(0, ID_LENGTH),
          method,
          device,
          address,
          createdAt: new Date(createdAt).toISOString(),
          lastSeen: new Date(lastSeen).toISOString(),
          isCurrent: id === actor.session,
        })),
    }
  },
})

export const endSessionPath = path('DELETE /api/sessions/:id', {
  summary: 'Ends a session of the caller',
  parameters: { id: ofPath('The id of a session.') },
  answer: 'none',
  status: 204,
  role: 'read',
  async handle({ parameters: { id } }, { people, actor, caller }: PeopleContext): Promise<void> {
    const session = (await ownSessions(people, actor, caller)).find(
      ([each]) => each.slice(0, ID_LENGTH) === id,
    )
    if (session === undefined) throw new HttpError(404, 'You have no session with this id.')
    await people.registry.write('session', session[0], null)
    await people.audit.record(actor, { act: 'session.ended', target: session[1].device })
  },
})

export const endSessionsPath = path('DELETE /api/sessions', {
  summary: 'Ends all sessions of the caller but this one',
  parameters: { others: choice('1: all others.', ['1'], null) },
  answer: 'none',
  status: 204,
  role: 'read',
  async handle({ parameters: { others } }, { people, actor, caller }: PeopleContext): Promise<void> {
    if (others === null) throw new HttpError(400, 'others must be 1: all sessions but this one are ended.')
    const own = await ownSessions(people, actor, caller)
    const ended = own.filter(([id]) => id !== actor.session)
    for (const [id] of ended) await people.registry.write('session', id, null)
    await people.audit.record(actor, { act: 'session.ended', target: `${ended.length} others` })
  },
})

/** Ends the sessions of a person, but one of them, where it is named. */
export async function endSessionsOf(
  { registry }: Pick<PeopleContext['people'], 'registry'>,
  person: string,
  but: string | null = null,
): Promise<void> {
  const { session: sessions } = await registry.readNow()
  for (const [id, session] of sessions)
    if (session.person === person && id !== but) await registry.write('session', id, null)
}

/** The owner's, for whoever uses the console as the owner. */
async function ownSessions(
  { registry }: PeopleContext['people'],
  actor: Actor,
  caller: Caller | null,
): Promise<[string, SessionRecord][]> {
  if (actor.method === 'token' || caller === null) return []
  const { session: sessions } = await registry.read()
  return [...sessions].filter(
    ([, session]) => session.person === actor.person && isCurrent(session, caller, Date.now()),
  )
}
