// Parameters of a path: what the OpenAPI document says about each, and how its value is read. An invalid
// value is a 400 that names the parameter.
import { HttpError } from '../../server/http-error.ts'

/** Characters of one value. No stored value that filters compare with is longer. */
const MAX_TEXT = 1_000

/** Values of one repeated parameter. */
const MAX_VALUES = 20

/** Nanoseconds of the last instant that the engine's DateTime64 holds here: the start of 2200. */
const LAST_INSTANT = 7_258_118_400_000_000_000n

/** As in an OpenAPI document. */
export type ParameterDescription = {
  name: string
  in: 'query' | 'path'
  required: boolean
  description: string
  schema: object
}

export type Parameter<Value> = {
  in: 'query' | 'path'
  /** A group describes all its parameters, whatever its own name is. */
  describe(name: string): ParameterDescription[]
  /** `values`: of the query, or of the path. */
  read(values: URLSearchParams, name: string): Value
}

export type Parameters = Record<string, Parameter<unknown>>

/** What a handler gets for `parameters`. */
export type Values<Declared extends Parameters> = {
  [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never
}

export function readParameters<Declared extends Parameters>(
  parameters: Declared,
  sources: Record<'query' | 'path', URLSearchParams>,
): Values<Declared> {
  const entries = Object.entries(parameters).map(([name, parameter]) => [
    name,
    parameter.read(sources[parameter.in], name),
  ])
  return Object.fromEntries(entries) as Values<Declared>
}

export function describeParameters(parameters: Parameters): ParameterDescription[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => parameter.describe(name))
}

type Schema = { description: string; schema?: object }

function ofQuery<Value>(
  { description, schema = { type: 'string' } }: Schema,
  read: Parameter<Value>['read'],
): Parameter<Value> {
  return {
    in: 'query',
    describe: (name) => [{ name, in: 'query', required: false, description, schema }],
    read,
  }
}

/** Several parameters that make up one value. Each has the name that it has in `members`. */
export function group<Members extends Parameters, Value>(
  members: Members,
  combine: (values: Values<Members>) => Value,
): Parameter<Value> {
  return {
    in: 'query',
    describe: () => describeParameters(members),
    read: (query) => combine(readParameters(members, { query, path: query })),
  }
}

/** A part of the path, decoded. `check` returns the value, or throws. */
export function ofPath(
  description: string,
  check: (value: string) => string = (value) => value,
): Parameter<string> {
  return {
    in: 'path',
    describe: (name) => [{ name, in: 'path', required: true, description, schema: { type: 'string' } }],
    read: (values, name) => check(values.get(name) ?? ''),
  }
}

/** Empty where the parameter is missing. */
export function text(description: string): Parameter<string> {
  return ofQuery({ description }, readText)
}

/** May be repeated. */
export function texts(description: string): Parameter<string[]> {
  const schema = { type: 'array', items: { type: 'string' } }
  return ofQuery({ description, schema }, (query, name) => {
    const values = query.getAll(name).filter((value) => value !== '')
    if (values.length > MAX_VALUES)
      throw new HttpError(400, `${name} must not be repeated more than ${MAX_VALUES} times.`)
    return values.map((value) => checkText(name, value))
  })
}

/** A text that `parse` turns into the value. */
export function parsed<Value>(
  description: string,
  parse: (value: string, name: string) => Value,
): Parameter<Value> {
  return ofQuery({ description }, (query, name) => parse(readText(query, name), name))
}

/** Nanoseconds since 1970; null where the parameter is missing. */
export function instant(description: string): Parameter<bigint | null> {
  const schema = { type: 'string', format: 'date-time' }
  return ofQuery({ description, schema }, (query, name) => {
    const value = readText(query, name)
    return value === '' ? null : parseInstant(value, name)
  })
}

/** Null where the parameter is missing and `fallback` is null. */
export function integer<Fallback extends number | null>(
  description: string,
  { fallback, min, max }: { fallback: Fallback; min: number; max: number },
): Parameter<number | Fallback> {
  const schema = {
    type: 'integer',
    minimum: min,
    maximum: max,
    ...(fallback !== null && { default: fallback }),
  }
  return ofQuery({ description, schema }, (query, name) => {
    const value = readText(query, name)
    if (value === '') return fallback
    const number = Number(value)
    if (/^\d{1,16}$/.test(value) && number >= min && number <= max) return number
    throw new HttpError(400, `${name} must be an integer from ${min} to ${max}.`)
  })
}

/** One value of a list. */
export function choice<const Choice extends string, Fallback extends Choice | null>(
  description: string,
  values: readonly Choice[],
  fallback: Fallback,
): Parameter<Choice | Fallback> {
  return ofQuery({ description, schema: { enum: values } }, (query, name) => {
    const value = readText(query, name)
    return value === '' ? fallback : parseChoice(value, name, values)
  })
}

/** One or several values of a list, separated by commas. */
export function choices<const Choice extends string>(
  description: string,
  values: readonly Choice[],
  fallback: readonly Choice[] = [],
): Parameter<readonly Choice[]> {
  const list = `${description} Several are separated by commas: ${values.join(', ')}.`
  return ofQuery({ description: list }, (query, name) => {
    const value = readText(query, name)
    return value === '' ? fallback : value.split(',').map((item) => parseChoice(item, name, values))
  })
}

/** `true`, or missing. */
export function flag(description: string): Parameter<boolean> {
  const parameter = choice(description, ['true'], null)
  return { ...parameter, read: (query, name) => parameter.read(query, name) !== null }
}

function readText(query: URLSearchParams, name: string): string {
  return checkText(name, query.get(name) ?? '')
}

function checkText(name: string, value: string): string {
  if (value.length > MAX_TEXT)
    throw new HttpError(400, `${name} must not be longer than ${MAX_TEXT} characters.`)
  return value.toWellFormed()
}

function parseChoice<Choice extends string>(value: string, name: string, values: readonly Choice[]): Choice {
  const match = values.find((candidate) => candidate === value.trim())
  if (match === undefined) throw new HttpError(400, `${name} must be one of ${values.join(', ')}.`)
  return match
}

/** Nanoseconds since 1970. */
export function parseInstant(value: string, name: string): bigint {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i.exec(value)
  const milliseconds = Date.parse(`${match?.[1]}${match?.[3]?.toUpperCase()}`)
  const ns = Number.isNaN(milliseconds)
    ? -1n
    : BigInt(milliseconds) * 1_000_000n + BigInt((match?.[2] ?? '').padEnd(9, '0'))
  if (ns < 0n || ns > LAST_INSTANT)
    throw new HttpError(400, `${name} must be an instant such as 2026-11-21T08:30:00Z.`)
  return ns
}
