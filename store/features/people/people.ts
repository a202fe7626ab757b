// People with access, their roles and services, and the invites that wait.
import type { Me, PeopleAnswer, Person, PersonChange, Rights } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import { allRights, type Actor } from '../../http/actor.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { ofPath } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { hasEnded } from './access.ts'
import { exclusively } from './claims.ts'
import type { People, PeopleContext } from './context.ts'
import { toInvite } from './invites.ts'
import { parseRole, parseServices, rightsText } from './members.ts'
import type { PersonRecord } from './records.ts'
import type { Tables } from './registry.ts'
import { endSessionsOf } from './sessions.ts'
import { revokeTokensOf } from './tokens.ts'

const PERSON_ID = ofPath('The id of a person.')

export const peoplePath = path('GET /api/people', {
  summary: 'People who have access, by name, and invites that wait',
  answer: 'PeopleAnswer',
  role: 'admin',
  needsAllServices: true,
  handle: (_request, { people, actor }: PeopleContext) => readPeople(people, actor),
})

export const changePersonPath = path('PATCH /api/people/:id', {
  summary: 'Changes the role or the services of a person, whose sessions end',
  parameters: { id: PERSON_ID },
  answer: 'Person',
  role: 'admin',
  needsAllServices: true,
  body: json('PersonChange', parseChange),
  async handle({ parameters: { id }, body }, { people, actor }: PeopleContext): Promise<Person> {
    const { person, changed } = await changePerson(people, actor, id, (earlier) => ({
      ...earlier,
      rights: [changedRights(earlier.rights, body)],
      isFixed: true,
    }))
    await endSessionsOf(people, id)
    const entry = {
      target: person.name,
      before: rightsText(person.rights),
      after: rightsText(changed!.rights),
    }
    await people.audit.record(actor, { act: 'person.changed', ...entry })
    const { people: all } = await readPeople(people, actor)
    return all.find((each) => each.id === id)!
  },
})

export const removePersonPath = path('DELETE /api/people/:id', {
  summary: 'Takes away the access of a person, and of the tokens that they have made',
  parameters: { id: PERSON_ID },
  answer: 'none',
  status: 204,
  role: 'admin',
  needsAllServices: true,
  async handle({ parameters: { id } }, { people, actor }: PeopleContext): Promise<void> {
    const { person } = await changePerson(people, actor, id, () => null)
    await people.registry.write('presence', id, null)
    await people.registry.write('profile', id, null)
    await endSessionsOf(people, id)
    // Who comes back, because the provider lets them in, has no token of before.
    const tokens = await revokeTokensOf(people, id)
    await people.audit.record(actor, {
      act: 'person.removed',
      target: person.name,
      before: { ...rightsText(person.rights), ...(tokens.length > 0 && { tokens }) },
    })
  },
})

/**
 * Throws 400 where the parts of several rights would mix: whoever reads all services, and changes one, would
 * change all of them.
 */
function changedRights(rights: Rights[], change: PersonChange): Rights {
  if (rights.length > 1 && (change.role === undefined || change.services === undefined))
    throw new HttpError(400, 'This person has several rights: send role and services together.')
  const { role, services } = { ...rights[0]!, ...change }
  return { role, services }
}

/** Whoever has the password, the machine, or a console that is open. */
const OWNERS = new Set<Me['method']>(['password', 'command', 'open'])

type Change = { person: PersonRecord; changed: PersonRecord | null }

/** `change`: null takes away the access. Throws 404, and 409 where the person must stay an admin. */
async function changePerson(
  { registry }: People,
  actor: Actor,
  id: string,
  change: (person: PersonRecord) => PersonRecord | null,
): Promise<Change> {
  const apply = async ({ person: people }: Tables): Promise<Change> => {
    const person = people.get(id)
    if (person === undefined) throw new HttpError(404, 'No person has this id.')
    const changed = change(person)
    if (changed === null || !isAdmin(changed)) requireAdmin(people, actor, id)
    await registry.write('person', id, changed)
    return { person, changed }
  }
  // Two admins who take away the access of each other: the second one finds that the first one is the last.
  return OWNERS.has(actor.method)
    ? registry.inTurn(async () => apply(await registry.readNow()))
    : exclusively(registry, 'admins', apply)
}

/**
 * Throws 409 where nobody could open the settings without the person, or not whoever makes the change. The
 * owner, who has the password, is an admin whatever happens to people.
 */
function requireAdmin(people: Tables['person'], actor: Actor, id: string): void {
  if (actor.person === id)
    throw new HttpError(409, 'You cannot take away your own access: ask another admin.')
  if (OWNERS.has(actor.method)) return
  const admins = [...people].flatMap(([each, person]) => (isAdmin(person) ? [each] : []))
  if (admins.length === 1 && admins[0] === id)
    throw new HttpError(409, 'This is the last admin: give the role admin to somebody else first.')
  const own = actor.person === null ? undefined : people.get(actor.person)
  if (actor.person !== null && (own === undefined || !isAdmin(own)))
    throw new HttpError(403, 'You are not an admin any more.')
}

/** Of all services: whoever may view some cannot change people. */
function isAdmin({ rights }: Pick<PersonRecord, 'rights'>): boolean {
  return rights.some(({ role, services }) => role === 'admin' && services.includes('*'))
}

async function readPeople({ registry, mail }: People, actor: Actor): Promise<PeopleAnswer> {
  const { person: records, session: sessions, invite: invites, presence } = await registry.read()
  const now = Date.now()
  const people = [...records].map(([id, { name, email, rights, method, issuer }]): Person => {
    const own = [...sessions.values()].filter(({ person }) => person === id)
    const lastSeen = Math.max(presence.get(id)?.at ?? 0, ...own.map((session) => session.lastSeen))
    return {
      id,
      name,
      email,
      ...allRights(rights),
      method,
      provider: issuer,
      isCurrent: id === actor.person,
      lastSeen: lastSeen === 0 ? null : new Date(lastSeen).toISOString(),
      sessions: own.filter((session) => !hasEnded(session, now)).length,
    }
  })
  return {
    people: people.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    invites: [...invites].flatMap((entry) => (entry[1].expiresAt > now ? [toInvite(entry)] : [])),
    canMail: mail.url !== null,
  }
}

function parseChange({ role, services }: JsonObject): PersonChange {
  if (role === undefined && services === undefined) throw new HttpError(400, 'Send role or services.')
  return {
    ...(role !== undefined && { role: parseRole(role) }),
    ...(services !== undefined && { services: parseServices(services) }),
  }
}
