// The sender of a request, and what they may view and change: the one place that decides it.
import type { Me, Rights, Role } from '../../contract/people.ts'
import { HttpError } from '../../server/http-error.ts'

export type Actor = Me & {
  address: string
  /** The ids of the person, the session and the token; null: without one. */
  person: string | null
  session: string | null
  token: string | null
  /** A token for source maps: no other path answers it. */
  isMapsOnly: boolean
  /** Patterns of services; a service must match one of each list. */
  scopes: string[][]
}

const ROLES: Role[] = ['read', 'write', 'admin']

/** A program on the store's private port, such as the command that makes a backup. */
export const OPERATOR: Actor = {
  name: '',
  email: null,
  role: 'admin',
  services: ['*'],
  method: 'command',
  address: '',
  person: null,
  session: null,
  token: null,
  isMapsOnly: false,
  scopes: [],
}

export function hasRole(actor: Pick<Rights, 'role'>, role: Role): boolean {
  return ROLES.indexOf(actor.role) >= ROLES.indexOf(role)
}

export function requireRole(actor: Actor, role: Role): void {
  if (!hasRole(actor, role)) throw new HttpError(403, `This needs the role ${role}.`)
}

/** Null: all services. */
export type ServiceTest = ((service: string) => boolean) | null

/** Whether somebody may view what belongs to a service. */
export function serviceTest({ scopes }: Pick<Actor, 'scopes'>): ServiceTest {
  const limited = scopes.filter((patterns) => !patterns.includes('*')).map(patternsTest)
  return limited.length === 0 ? null : (service) => limited.every((matches) => matches(service))
}

function patternsTest(patterns: string[]): (service: string) => boolean {
  const expression = new RegExp(patternExpression(patterns))
  return (service) => expression.test(service)
}

/** For JavaScript and the engine. `*` in a pattern is any text; upper and lower case differ, as in names. */
export function patternExpression(patterns: string[]): string {
  const alternatives = patterns.map((pattern) =>
    pattern
      .split('*')
      .map((part) => part.replaceAll(/[^\w\s-]/g, String.raw`\$&`))
      .join('[\\s\\S]*'),
  )
  return `^(?:${alternatives.join('|')})$`
}
