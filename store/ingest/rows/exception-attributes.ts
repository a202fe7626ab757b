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
