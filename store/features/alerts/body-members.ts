// Members of the bodies of rules and channels. Each throws a 400 that names the member.
import { HttpError } from '../../../server/http-error.ts'
import type { JsonObject } from '../../http/body.ts'

/** Names of services, releases and the like in one list. */
const MAX_NAMES = 100
const MAX_NAME = 200

/** Characters of an unknown member that the message repeats. */
const MAX_SHOWN = 40

export function requireKnown(body: JsonObject, known: string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new HttpError(400, `${unknown.slice(0, MAX_SHOWN)} is unknown. Known are ${known.join(', ')}.`)
}

export function readText(body: JsonObject, name: string, max = MAX_NAME): string {
  const value = body[name]
  if (typeof value === 'string' && value.trim() !== '' && value.length <= max)
    return value.trim().toWellFormed().replaceAll('\0', '')
  throw new HttpError(400, `${name} must be a text of 1 to ${max} characters.`)
}

export function readChoice<Choice extends string>(
  body: JsonObject,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = choices.find((choice) => choice === body[name])
  if (value !== undefined) return value
  throw new HttpError(400, `${name} must be one of ${choices.join(', ')}.`)
}

export function readNames(body: JsonObject, name: string): string[] {
  const value = body[name] ?? []
  const isList = Array.isArray(value) && value.length <= MAX_NAMES
  if (isList && value.every((item) => typeof item === 'string' && item.length <= MAX_NAME))
    return [...new Set(value as string[])]
  throw new HttpError(400, `${name} must be a list of at most ${MAX_NAMES} names.`)
}

export function readInteger(body: JsonObject, name: string, [min, max]: [min: number, max: number]): number {
  const value = body[name]
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  throw new HttpError(400, `${name} must be an integer from ${min} to ${max}.`)
}

export function readFlag(body: JsonObject, name: string): boolean {
  const value = body[name]
  if (typeof value === 'boolean') return value
  throw new HttpError(400, `${name} must be true or false.`)
}
