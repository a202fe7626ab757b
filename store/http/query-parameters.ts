// Reads single query parameters. A value that makes no sense is a 400 that names the parameter.
import { HttpError } from '../../server/http-error.ts'

/** Characters of one value. No stored value that filters compare with is longer. */
const MAX_TEXT = 1_000

/** Values of one repeated parameter. */
const MAX_VALUES = 20

/** Nanoseconds of the last instant that the engine's DateTime64 holds here: the start of 2200. */
const LAST_INSTANT = 7_258_118_400_000_000_000n

/** Empty where the parameter is missing. */
export function parseText(query: URLSearchParams, name: string): string {
  return checkText(name, query.get(name) ?? '')
}

export function parseTexts(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name).filter((value) => value !== '')
  if (values.length > MAX_VALUES) throw new HttpError(400, `${name} is given more than ${MAX_VALUES} times.`)
  return values.map((value) => checkText(name, value))
}

function checkText(name: string, value: string): string {
  if (value.length > MAX_TEXT) throw new HttpError(400, `${name} is longer than ${MAX_TEXT} characters.`)
  return value.toWellFormed()
}

/** Nanoseconds since 1970; null where the parameter is missing. */
export function parseInstant(query: URLSearchParams, name: string): bigint | null {
  const value = parseText(query, name)
  if (value === '') return null
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i.exec(value)
  const milliseconds = Date.parse(`${match?.[1]}${match?.[3]?.toUpperCase()}`)
  const ns = Number.isNaN(milliseconds)
    ? -1n
    : BigInt(milliseconds) * 1_000_000n + BigInt((match?.[2] ?? '').padEnd(9, '0'))
  if (ns < 0n || ns > LAST_INSTANT)
    throw new HttpError(400, `${name} must be an instant as 2026-11-21T08:30:00Z.`)
  return ns
}

export function parseInteger(
  query: URLSearchParams,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const value = parseText(query, name)
  if (value === '') return fallback
  const number = Number(value)
  if (/^\d{1,16}$/.test(value) && number >= min && number <= max) return number
  throw new HttpError(400, `${name} must be a whole number from ${min} to ${max}.`)
}

/** One or several values of a list, separated by commas. */
export function parseChoices<Choice extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Choice[],
  fallback: Choice[],
): Choice[] {
  const value = parseText(query, name)
  if (value === '') return fallback
  return value.split(',').map((item) => {
    const choice = allowed.find((candidate) => candidate === item.trim())
    if (choice === undefined) throw new HttpError(400, `${name} must be one of ${allowed.join(', ')}.`)
    return choice
  })
}
