// What the attributes of an exception say about its page and its causes.
import { isObject, parseList } from '../../../server/json.ts'
import type { Attributes } from './attributes.ts'
import type { ResourceInfo } from './resource.ts'

const NAMES = ['url.full', 'browser.document.url.full']

/** Of the exception, of its span (`contextAttributes`) or of the resource. */
export function pageAddress(
  attributes: Attributes,
  contextAttributes: Attributes,
  resource: Pick<ResourceInfo, 'url'>,
): string {
  const candidates = NAMES.flatMap((name) => [attributes[name], contextAttributes[name]])
  return candidates.find((address) => address) ?? resource.url
}

/** The stacks of the causes, or empty texts. `json`: as the SDK writes it, objects with `stacktrace`. */
export function causeStacks(json: string): string[] {
  return parseList(json).map((cause) => {
    const stack = isObject(cause) ? cause['stacktrace'] : ''
    return typeof stack === 'string' ? stack : ''
  })
}

/**
 * The place that `code.*` of an exception without a stack names, as a line of a stack; empty without a
 * function. Names of before 2025 are read too.
 */
export function codePlace(attributes: Attributes): string {
  const [name, file, line] = [
    attributes['code.function.name'] ||
      [attributes['code.namespace'], attributes['code.function']].filter(Boolean).join('.'),
    attributes['code.file.path'] || attributes['code.filepath'],
    attributes['code.line.number'] || attributes['code.lineno'],
  ].map((text = '') => text.replaceAll(/[\s()]/g, ''))
  return name ? `    at ${name} (${file || 'unknown'}:${line || 0})` : ''
}
