// The sender of a request, and what they may view and change: the one place that decides it.
import type { AllRights, Me, Rights, Role } from '../../contract/people.ts'
import { patternExpression } from '../../contract/service-patterns.ts'
import { HttpError } from '../../server/http-error.ts'

export type Actor = Me & {
  address: string
  /** The name that `me` stands for: of the person, also of a token that they have made. Empty without one. */
  me: string
  /** The ids of the person, the session and the token; null: without one. */
  person: string | null
  session: string | null
  token: string | null
  /** A token for source maps: no other path answers it. */
  isMapsOnly: boolean
  /** Of a token: the services that it was made for; null: no further limit. */
  within: string[] | null
}

const ROLES: Role[] = ['read', 'write', 'admin']

/** A program on the store's private port, such as the command that makes a backup. */
export const OPERATOR: Actor = {
  name: '',
  email: null,
  role: 'admin',
  services: ['*'],
  rights: [{ role: 'admin', services: ['*'] }],
  method: 'command',
  address: '',
  me: '',
  person: null,
  session: null,
  token: null,
  isMapsOnly: false,
  within: null,
}

export function hasRole(actor: Pick<Rights, 'role'>, role: Role): boolean {
  return ROLES.indexOf(actor.role) >= ROLES.indexOf(role)
}

export function requireRole(actor: Actor, role: Role): void {
  if (!hasRole(actor, role)) throw new HttpError(403, `This needs the role ${role}.`)
}

/** `rights`: at least one, the highest role first. */
export function allRights(rights: Rights[]): AllRights {
  const services = [...new Set(rights.flatMap((each) => each.services))]
  return { role: rights[0]!.role, services: services.includes('*') ? ['*'] : services, rights }
}

/** Somebody as they may use a path that needs a role: with the rights that have it. */
export function withRole(actor: Actor, role: Role): Actor {
  return { ...actor, rights: actor.rights.filter((each) => hasRole(each, role)) }
}

/** Patterns of services; what somebody may view matches one of each list. */
export function scopesOf({ rights, within }: Pick<Actor, 'rights' | 'within'>): string[][] {
  return [rights.flatMap(({ services }) => services), ...(within === null ? [] : [within])]
}

/** The word for the name of the caller, as an assignee. */
export const ME = 'me'

/** Throws a 400 for a caller without a name. */
export function requireName({ me }: Pick<Actor, 'me'>): string {
  if (me !== '') return me
  throw new HttpError(400, '"me" is the name of the caller, which is not set: PATCH /api/me sets it.')
}

/** For an answer that goes on: whether the caller still has the access of its start. */
export type WithAccessWatch = { watchAccess: () => Promise<() => Promise<boolean>> }

/** Null: all services. */
export type ServiceTest = ((service: string) => boolean) | null

/** Whether somebody may view what belongs to a service. */
export function serviceTest(actor: Pick<Actor, 'rights' | 'within'>): ServiceTest {
  const limited = scopesOf(actor)
    .filter((patterns) => !patterns.includes('*'))
    .map(patternsTest)
  return limited.length === 0 ? null : (service) => limited.every((matches) => matches(service))
}

function patternsTest(patterns: string[]): (service: string) => boolean {
  const expression = new RegExp(patternExpression(patterns))
  return (service) => expression.test(service)
}
