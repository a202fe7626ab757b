// The address of the page of an exception.
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
