// The caller: who they are, and the name that they set.
import type { Me, MeChange } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Actor } from '../../http/actor.ts'
import { json } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import type { People, PeopleContext } from './context.ts'
import { parsePersonName } from './members.ts'
import { isSameName, namedPeople, writeProfile } from './profiles.ts'

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
  async handle({ body: { name } }, { people, actor }: PeopleContext): Promise<Me> {
    requirePerson(actor)
    if (actor.method === 'oidc' || actor.method === 'header')
      throw new HttpError(409, 'Your name is the one that your login provider has: change it there.')
    if (actor.name === name) return toMe(actor)
    const others = (await namedPeople(people)).filter((each) => !isSameName(each.name, actor.name))
    if (others.some((each) => isSameName(each.name, name)))
      throw new HttpError(409, 'Somebody else has this name: choose another one.')
    await rename(people, actor, name)
    const [before, after] = [{ name: actor.name }, { name }]
    await people.audit.record({ ...actor, name }, { act: 'person.renamed', target: name, before, after })
    return toMe({ ...actor, name })
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

/** Somebody who was invited logs in with the new name from then on. */
async function rename(people: People, actor: Actor, name: string): Promise<void> {
  const { person: records } = await people.registry.read()
  const person = actor.person === null ? undefined : records.get(actor.person)
  if (actor.person === null || person === undefined) await writeProfile(people, actor, { name })
  else await people.registry.write('person', actor.person, { ...person, name })
}
