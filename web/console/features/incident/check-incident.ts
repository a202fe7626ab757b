// Checks an incident against the schemas of the contract: anyone may have written the file. A new field of
// the contract needs no edit here, unless its value follows a rule that no type expresses.
import type { Incident } from '../../../../contract/incident.ts'
import schemas from '../../../../contract/incident-schema.json'
import { MAX_INCIDENT_SPANS } from '../incident-file/index.ts'

/** Its message is a sentence for the reader. */
export class IncidentError extends Error {
  override name = 'IncidentError'
}

/**
 * Items of a list that is not one of spans, and members of an object, such as attributes. More would take the
 * page more than a moment to draw.
 */
const MAX_ITEMS = 1_000
/** Characters of a name in a sentence. */
const MAX_NAME = 40

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
}

/** What a value of each type is, and its name in a sentence. */
const TYPES: Record<string, [(value: unknown) => boolean, string]> = {
  null: [(value) => value === null, 'empty'],
  string: [(value) => typeof value === 'string', 'a text'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  number: [(value) => Number.isFinite(value) && Number(value) >= 0, 'a number of 0 or more'],
  array: [Array.isArray, 'a list'],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'],
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
const isInstant = (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text))
/** A reader follows a link, so it must be a web page. */
const isWebPage = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
const INSTANTS = new Set(['at', 'start', 'createdAt', 'firstSeen', 'lastSeen'])

/** Throws IncidentError. */
export function checkIncident(value: unknown): Incident {
  check(value, schemas.Incident, '')
  const incident = value as Incident
  if (!incident.event && !incident.trace?.spans.length)
    throw new IncidentError('The incident is empty: it has neither an event nor a span.')
  return incident
}

/** `path`: of the value in the file, such as `event.frames`. */
function check(value: unknown, schema: Schema, path: string): void {
  const { $ref, type, anyOf, items } = schema
  if ($ref) return check(value, (schemas as Record<string, Schema>)[$ref.split('/').at(-1)!]!, path)
  if (anyOf) return checkAny(value, anyOf, path)
  if ('const' in schema) expect(value === schema.const, path, String(schema.const))
  if (schema.enum) expect(schema.enum.includes(value), path, `one of ${schema.enum.join(', ')}`)
  const [isType, name] = TYPES[type ?? ''] ?? []
  if (isType) expect(isType(value), path, name!)
  if (items) checkList(value as unknown[], items, path)
  if (type === 'object') checkMembers(value as object, schema, path)
}

function checkList(list: unknown[], items: Schema, path: string): void {
  const max = path === 'trace.spans' || path === 'timeline' ? MAX_INCIDENT_SPANS : MAX_ITEMS
  expect(list.length <= max, path, `a list of at most ${max}`)
  for (const [index, item] of list.entries()) check(item, items, `${path}.${index}`)
}

function checkMembers(value: object, schema: Schema, path: string): void {
  const { properties, required = [], additionalProperties } = schema
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name.slice(0, MAX_NAME)}`)
  expect(Object.keys(value).length <= MAX_ITEMS, path, `an object of at most ${MAX_ITEMS} members`)
  for (const name of required)
    if (!Object.hasOwn(value, name))
      throw new IncidentError(`The file is damaged: ${pathOf(name)} is missing.`)
  for (const [name, item] of Object.entries(value)) {
    const member = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (member) check(item, member, pathOf(name))
    if (!properties || typeof item !== 'string') continue
    if (INSTANTS.has(name)) expect(isInstant(item), pathOf(name), 'a time')
    if (name === 'link') expect(isWebPage(item), pathOf(name), 'an address')
  }
}

/** One of the alternatives is enough. Fails like the first one that is not `null`. */
function checkAny(value: unknown, alternatives: Schema[], path: string): void {
  const errors = alternatives.map((schema) => {
    try {
      return check(value, schema, path)
    } catch (error) {
      return error
    }
  })
  if (!errors.includes(undefined)) throw errors[0]
}

function expect(isRight: boolean, path: string, expected: string): void {
  if (!isRight) throw new IncidentError(`The file is damaged: ${path || 'its content'} is not ${expected}.`)
}
