// Members of request bodies that are about people.
import type { AuditValues, Rights, Role } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import { visibleName } from './profiles.ts'

const ROLES: readonly Role[] = ['read', 'write', 'admin']
/** Characters. */
const MAX_NAME = 100
const MAX_PATTERN = 200
/** Of one pattern: each multiplies the time that a name takes which does not match. */
const MAX_STARS = 4
const MAX_PATTERNS = 50
const MIN_PASSWORD = 12
const MAX_PASSWORD = 1_000

export function parseRole(value: unknown): Role {
  const role = ROLES.find((each) => each === value)
  if (role === undefined) throw new HttpError(400, `role must be one of ${ROLES.join(', ')}.`)
  return role
}

export function parseServices(value: unknown): string[] {
  const isValid =
    Array.isArray(value) && value.length > 0 && value.length <= MAX_PATTERNS && value.every(isPattern)
  if (!isValid)
    throw new HttpError(
      400,
      `services must be a list of 1 to ${MAX_PATTERNS} names of services or patterns such as shop-*.`,
    )
  return [...new Set(value as string[])]
}

function isPattern(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_PATTERN &&
    value.split('*').length - 1 <= MAX_STARS
  )
}

export function parseRights({ role, services }: Record<string, unknown>): Rights {
  return { role: parseRole(role), services: parseServices(services) }
}

/** The highest role first. */
export function parseAllRights(value: unknown): Rights[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= ROLES.length
  if (!isList || !value.every(isObject))
    throw new HttpError(400, 'rights must be a list of role and services.')
  return value.map(parseRights)
}

/** For the audit log. */
export function rightsText(rights: Rights[]): AuditValues {
  return { rights: rights.map(({ role, services }) => `${role}: ${services.join(', ')}`) }
}

/** On one line. */
export function parseName(value: unknown): string {
  const name =
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replaceAll(/[\p{Cc}\s]+/gu, ' ')
          .trim()
      : ''
  if (name !== '' && name.length <= MAX_NAME) return name
  throw new HttpError(400, `name must be a string of 1 to ${MAX_NAME} characters.`)
}

/** Words that stand for the caller and for nobody, where a name is written. */
const RESERVED = ['me', 'none']

/** They turn around what is written behind them. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

export function parsePersonName(value: unknown): string {
  const name = parseName(typeof value === 'string' ? value.replaceAll(DIRECTIONS, '') : value)
  const visible = visibleName(name)
  if (visible === '') throw new HttpError(400, 'name must have a character that people see.')
  if (!RESERVED.includes(visible)) return name
  throw new HttpError(400, `name must not be one of the words ${RESERVED.join(', ')}.`)
}

export function parsePassword(value: unknown): string {
  if (typeof value === 'string' && value.length >= MIN_PASSWORD && value.length <= MAX_PASSWORD) return value
  throw new HttpError(400, `password must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`)
}

/** Milliseconds since 1970; null: never. */
export function parseExpiry(value: unknown): number | null {
  if (value === null) return null
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant) || instant <= Date.now())
    throw new HttpError(
      400,
      'expires must be an instant in the future, such as 2027-01-31T00:00:00Z, or null.',
    )
  return instant
}
