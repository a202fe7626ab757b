// Checks of the shape of JSON that somebody else may have written. A check throws IncidentError.

/** Its message is a sentence for the reader. */
export class IncidentError extends Error {
  override name = 'IncidentError'
}

/** `path`: where the value is in the file, such as `event.frames`. */
export type Check = (value: unknown, path: string) => void

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

function require(isRight: boolean, path: string, expected: string): void {
  if (!isRight) throw new IncidentError(`The file is damaged: ${path} is not ${expected}.`)
}

export const text: Check = (value, path) => require(typeof value === 'string', path, 'a text')

export const number: Check = (value, path) => require(Number.isFinite(value), path, 'a number')

/** A number of things or of nanoseconds. */
export const amount: Check = (value, path) =>
  require(Number.isFinite(value) && Number(value) >= 0, path, 'a number of 0 or more')

export const flag: Check = (value, path) => require(typeof value === 'boolean', path, 'true or false')

export const instant: Check = (value, path) =>
  require(typeof value === 'string' &&
    INSTANT.test(value) &&
    !Number.isNaN(Date.parse(value)), path, 'a time')

/** A link is followed by the reader: nothing but a page of the web. */
export const webAddress: Check = (value, path) =>
  require(typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value), path, 'an address')

export function oneOf(options: readonly string[]): Check {
  return (value, path) => require(options.includes(String(value)), path, `one of ${options.join(', ')}`)
}

export function nullOr(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path)
  }
}

export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path)
  }
}

/** `max`: more would take the page more than a moment to draw. */
export function listOf(check: Check, max: number): Check {
  return (value, path) => {
    require(Array.isArray(value) && value.length <= max, path, `a list of at most ${max}`)
    for (const [index, item] of (value as unknown[]).entries()) check(item, `${path}.${index}`)
  }
}

export function recordOf(check: Check): Check {
  return (value, path) => {
    require(isObject(value), path, 'an object')
    for (const [name, item] of Object.entries(value as object)) check(item, `${path}.${name.slice(0, 40)}`)
  }
}

export function object(members: Record<string, Check>): Check {
  return (value, path) => {
    require(isObject(value), path, 'an object')
    for (const [name, check] of Object.entries(members))
      check((value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
