// What people have set for themselves, and who has which name.
import { serviceTest, type Actor } from '../../http/actor.ts'
import type { People } from './context.ts'
import type { ProfileRecord } from './records.ts'
import type { Registry } from './registry.ts'

/** The id of the profile of whoever uses the password, or a console without one. */
const OWNER = 'owner'

const EMPTY: ProfileRecord = { name: '', channel: null }

/** Somebody with a name. `channel`: the one that they have chosen, since an instant in milliseconds. */
export type NamedPerson = {
  name: string
  canView: (service: string) => boolean
  channel: ProfileRecord['channel']
}

/** Empty until the owner has set it. */
export async function ownerName(registry: Registry): Promise<string> {
  return (await registry.read()).profile.get(OWNER)?.name ?? ''
}

export async function readProfile({ registry }: People, actor: Actor): Promise<ProfileRecord> {
  return (await registry.read()).profile.get(actor.person ?? OWNER) ?? EMPTY
}

export async function writeProfile(
  people: People,
  actor: Actor,
  change: Partial<ProfileRecord>,
): Promise<void> {
  const profile = { ...(await readProfile(people, actor)), ...change }
  await people.registry.write('profile', actor.person ?? OWNER, profile)
}

/** The owner is one of them, with a name. Two may have the same name. */
export async function namedPeople({ registry }: Pick<People, 'registry'>): Promise<NamedPerson[]> {
  const { person: people, profile: profiles } = await registry.read()
  const owner = profiles.get(OWNER) ?? EMPTY
  const others = [...people].map(([id, { name, rights }]): NamedPerson => ({
    name,
    canView: serviceTest({ rights, within: null }) ?? (() => true),
    channel: profiles.get(id)?.channel ?? null,
  }))
  return [{ ...owner, canView: () => true }, ...others].filter(({ name }) => name !== '')
}

/** Whether names look the same to people: in any case, however their accents are written. */
export function isSameName(a: string, b: string): boolean {
  return visibleName(a) === visibleName(b)
}

/** Without characters that nobody sees, such as a space without width. */
export function visibleName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
}
