// Bounds and scrubs attributes and texts. What goes beyond a bound is cut or left out alone, and said in `droppedAttributesCount`.
import { cut } from './cut.ts'
import { SCRUBBED, type Scrubber } from './scrub.ts'

/** More attributes than this on one item are a mistake, and make rows that no engine reads well. */
const MAX_ATTRIBUTES = 128
const MAX_KEY = 256
/** Bytes of one value. Messages and URLs are far shorter; longer ones are documents in the wrong place. */
const MAX_TEXT = 4 * 1024
/** Stacks, and what else is a list in text form: a stack of 100 frames with long URLs takes about 20 KiB. */
const MAX_LONG_TEXT = 64 * 1024
export const LONG_KEYS = new Set([
  'exception.stacktrace',
  'errata.react.component_stack',
  'errata.cause',
  'errata.breadcrumbs',
  'faro.error.stacktrace',
])
/** Items of a list value, and lists within lists. Readers further on walk values by recursion. */
const MAX_LIST = 128
const MAX_DEPTH = 8

type Shape = Record<string, unknown>
export type Cleaner = {
  /** Bounds and scrubs. */
  text: (text: string) => string
  /** Bounds and scrubs the list in place. */
  attributes: (holder: Shape, member?: string) => void
  /** The same for a value that stands alone: the body of a log record, where whole stacks arrive too. */
  value: (holder: unknown) => void
}

export function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `ignored`: a key that only the relay may set. */
export function createCleaner(
  { text: scrub, isSecretKey, isSecretNumber }: Scrubber,
  ignored: string,
): Cleaner {
  return { text: (text) => bounded(text, MAX_TEXT), attributes, value }

  /** Cut first, so that scrubbing is bounded; and again, because what stands in a secret's place may be longer than it was. */
  function bounded(text: string, limit: number): string {
    const short = cut(text, limit)
    const clean = scrub(short)
    return clean === short ? short : cut(clean, limit)
  }

  function attributes(holder: Shape, member = 'attributes'): void {
    const given = holder[member]
    if (given === undefined || given === null) return
    if (!Array.isArray(given)) {
      delete holder[member]
      return
    }
    let kept = 0
    let dropped = 0
    for (const attribute of given as unknown[]) {
      if (!isShape(attribute) || typeof attribute['key'] !== 'string' || kept === MAX_ATTRIBUTES) dropped++
      else if (attribute['key'] !== ignored) {
        cleanAttribute(attribute, 0)
        given[kept++] = attribute
      }
    }
    given.length = kept
    if (dropped === 0) return
    const before = Number(holder['droppedAttributesCount'] ?? 0)
    holder['droppedAttributesCount'] = (Number.isInteger(before) && before > 0 ? before : 0) + dropped
  }

  function value(holder: unknown, limit = MAX_LONG_TEXT, depth = 0): void {
    if (!isShape(holder)) return
    const { stringValue, intValue, doubleValue, arrayValue, kvlistValue } = holder
    if (typeof stringValue === 'string') holder['stringValue'] = bounded(stringValue, limit)
    else if (isCardNumber(intValue ?? doubleValue)) hideNumber(holder)
    else if (arrayValue !== undefined)
      holder['arrayValue'] = listOf(arrayValue, depth, (item) => value(item, limit, depth + 1))
    else if (kvlistValue !== undefined)
      holder['kvlistValue'] = listOf(
        kvlistValue,
        depth,
        (item) => isShape(item) && cleanAttribute(item, depth + 1),
      )
  }

  function cleanAttribute(attribute: Shape, depth: number): void {
    const key = attribute['key']
    if (typeof key !== 'string') return
    if (3 * key.length > MAX_KEY) attribute['key'] = cut(key, MAX_KEY)
    if (isSecretKey(key)) attribute['value'] = { stringValue: SCRUBBED }
    else value(attribute['value'], LONG_KEYS.has(key) ? MAX_LONG_TEXT : MAX_TEXT, depth)
  }

  function isCardNumber(number: unknown): boolean {
    return (typeof number === 'number' || typeof number === 'string') && isSecretNumber(number)
  }
}

function hideNumber(holder: Shape): void {
  delete holder['intValue']
  delete holder['doubleValue']
  holder['stringValue'] = SCRUBBED
}

function listOf(list: unknown, depth: number, clean: (item: unknown) => void): { values: unknown[] } {
  const values = isShape(list) ? (list['values'] ?? []) : list
  if (!Array.isArray(values) || depth >= MAX_DEPTH) return { values: [] }
  const kept = values.length > MAX_LIST ? values.slice(0, MAX_LIST) : values
  for (const item of kept) clean(item)
  return { values: kept }
}
