// The route of a page: named by the application or the SDK, or else the template of its path.
import { type JsonObject } from '../../../otlp/json-object.ts'
import { textOf } from './json-values.ts'

const PAGE_OPERATION = /^(?:pageload|navigation)$/
/** Numbers, 8 or more hex digits, and words of 20 or more characters with a digit, as in Errata's own SDK. */
const ID = /\/(?=[^/]*\d)(\d+|[\da-f-]{8,}|[\w-]{20,})(?=\/|$)/gi

/** Of a span with this operation: whether it is of a page and has its address. */
export function isPageOperation(operation: string): boolean {
  return PAGE_OPERATION.test(operation)
}

/** `/orders/{id}` for `/orders/7`; '' for what is no path. */
export function templateOf(path: string): string {
  return path.startsWith('/') ? path.replaceAll(ID, '/{id}') : ''
}

/** Of an address or a path. */
export function routeOfAddress(address: string): string {
  return templateOf(URL.parse(address)?.pathname ?? address)
}

/**
 * `values`: attributes of a span. Since version 11 of the SDK the segments are named "Pageload" and
 * "Navigation"; before, they were named after the path. '' where nothing names the route.
 */
export function routeOfPage(values: JsonObject): string {
  const named = textOf(values['http.route']) || textOf(values['url.template'])
  if (named !== '') return named
  const path = textOf(values['url.path']) || textOf(values['url.full'])
  return routeOfAddress(path) || templateOf(textOf(values['sentry.segment.name']))
}
