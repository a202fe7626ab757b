// The caller: who they are, and the name that they set.
import type { Me, MeChange } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Actor } from '../../http/actor.ts'
import { json } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import { renameAssignee, type ChangeContext } from '../issues/index.ts'
import type { People, PeopleContext } from './context.ts'
import { parsePersonName } from './members.ts'
import { isSameName, namedPeople, writeProfile } from './profiles.ts'
import type { PersonRecord } from './records.ts'

export const mePath = path('GET /api/me', {
  summary: 'Who the caller is, and what they may do',
  answer: 'Me',
  handle: (_request, { actor }: { actor: Actor }): Me => toMe(actor),
})

export const changeMePath = path('PATCH /api/me', {
  summary: 'Sets the name of the caller, which their changes and notes have from then on',
  answer: 'Me',
  role: 'read',
  body: json('MeChange', ({ name }): MeChange => ({ name: parsePersonName(name) })),
  async handle({ body: { name } }, context: PeopleContext & ChangeContext): Promise<Me> {
    const { people, actor } = context
    requirePerson(actor)
    if (actor.method === 'oidc' || actor.method === 'header')
      throw new HttpError(409, 'Your name is the one that your login provider has: change it there.')
    if (actor.name === name) return toMe(actor)
    const isShared = await people.registry.inTurn(() => rename(people, actor, name))
    const renamed = { ...actor, name, me: name }
    if (actor.name !== '' && !isShared) await renameAssignee({ ...context, actor: renamed }, actor.name, name)
    const [before, after] = [{ name: actor.name }, { name }]
    await people.audit.record(renamed, { act: 'person.renamed', target: name, before, after })
    return toMe(renamed)
  },
})

/** Throws 403 for a token, which acts for somebody but is not them. */
export function requirePerson({ token, method }: Actor): void {
  if (token !== null || method === 'token')
    throw new HttpError(403, 'A token has no settings of its own: log in to change yours.')
}

function toMe({ name, email, role, services, rights, method }: Actor): Me {
  return { name, email, role, services, rights, method }
}

/**
 * Somebody who was invited logs in with the new name from then on. Returns whether somebody else has the
 * earlier one, too.
 */
async function rename(people: People, actor: Actor, name: string): Promise<boolean> {
  const { registry } = people
  const { person: records } = await registry.readNow()
  const all = await namedPeople(people)
  const others = all.filter((each) => !isSameName(each.name, actor.name))
  if (others.some((each) => isSameName(each.name, name)))
    throw new HttpError(409, 'Somebody else has this name: choose another one.')
  if (actor.person === null) await writeProfile(people, actor, { name })
  else await registry.write('person', actor.person, { ...requireRecord(records, actor.person), name })
  return all.length - others.length > 1
}

/** Throws 401 where the access has ended since the request came. */
function requireRecord(records: ReadonlyMap<string, PersonRecord>, id: string): PersonRecord {
  const person = records.get(id)
  if (person === undefined) throw new HttpError(401, 'Your access has ended.')
  return person
}
