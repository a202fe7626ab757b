// Names for assignees and mentions: of people, and others that issues are assigned to.
import type { PersonName, PersonNamesAnswer } from '../../../contract/people.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { serviceTest } from '../../http/actor.ts'
import { texts } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { LATEST_ASSIGNEES } from '../issues/index.ts'
import { readServices } from '../search/index.ts'
import type { PeopleContext } from './context.ts'
import { isSameName, namedPeople, type NamedPerson } from './profiles.ts'

/** A menu has all of them. */
const MAX_OTHERS = 500

export const personNamesPath = path('GET /api/people/names', {
  summary: 'Names of people who view the same services as the caller, and of other assignees',
  parameters: { service: texts('Only people who may view all of these.') },
  answer: 'PersonNamesAnswer',
  role: 'read',
  async handle({ parameters: { service } }, context: PeopleContext & WithEngine): Promise<PersonNamesAnswer> {
    const { actor, engine } = context
    const people = namesOf(await visiblePeople(context, service))
    const assignees = await readAssignees(engine)
    return {
      me: actor.me,
      people,
      others: assignees.filter((other) => !people.some(({ name }) => isSameName(name, other))),
    }
  },
})

/** Whoever may view some services only gets no name of somebody who views other services. */
async function visiblePeople(
  { people, actor, engine }: PeopleContext & WithEngine,
  services: string[],
): Promise<NamedPerson[]> {
  const all = await namedPeople(people)
  const canView = serviceTest(actor)
  if (services.length > 0)
    return all.filter((person) =>
      services.every((service) => person.canView(service) && (canView === null || canView(service))),
    )
  if (canView === null) return all
  const { services: visible } = await readServices(engine)
  return all.filter((person) => visible.some(({ name }) => person.canView(name)))
}

/** Each once. */
function namesOf(people: NamedPerson[]): PersonName[] {
  const names = people.map(({ name, channel }) => ({ name, hasChannel: channel !== null }))
  const sorted = names.toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || Number(b.hasChannel) - Number(a.hasChannel),
  )
  return sorted.filter(({ name }, at) => at === 0 || !isSameName(name, sorted[at - 1]!.name))
}

async function readAssignees(engine: Engine): Promise<string[]> {
  const rows = await engine.query<{ name: string }>(
    `SELECT DISTINCT Value AS name FROM (${LATEST_ASSIGNEES}) ORDER BY name LIMIT ${MAX_OTHERS}`,
  )
  return rows.map(({ name }) => name)
}
