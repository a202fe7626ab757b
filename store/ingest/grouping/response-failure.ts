// Responses that an application throws or rejects with: `Response` of fetch, `HttpErrorResponse` of Angular.
// They have no stack: the path of the request and the status distinguish them.
import { parseList, isObject } from '../../../server/json.ts'
import { stripValues } from './strip-values.ts'

const TYPE = /^(?:Http)?(?:Error)?Response$/
const STATUS = /(?<![\w.:/-])[1-5]\d\d(?![\w./-])/
const ADDRESS = /https?:\/\/[^\s"'<>)]+?(?=:? |[)"']|:?$)/g
/** Characters of a message that are read. */
const MAX_LENGTH = 1_000
/** As the SDK writes a request: "GET /api/tags?page= → 500". */
const BREADCRUMB = /^([A-Z]{3,8}) (\S{1,500}) → (\d{3})$/

/** "502 Bad Gateway endpoint api articles"; null: the exception is another one. */
export function responseFailure(type: string, message: string): string | null {
  if (!TYPE.test(type)) return null
  const text = message
    .slice(0, MAX_LENGTH)
    .replaceAll(ADDRESS, (address) => URL.parse(address)?.pathname ?? address)
  const [status] = STATUS.exec(text) ?? []
  return status === undefined ? null : `${status} ${stripValues(text)}`
}

/**
 * Adds the request to the message of a response without an address: the last one of the trail, if it has the
 * same status.
 */
export function withRequest(type: string, message: string, breadcrumbs: string): string {
  if (!TYPE.test(type) || message.includes('/')) return message
  const [status] = STATUS.exec(message) ?? []
  const texts = parseList(breadcrumbs).map((crumb) => (isObject(crumb) ? String(crumb['text']) : ''))
  const last = texts.map((text) => BREADCRUMB.exec(text)).findLast((match) => match !== null)
  if (status === undefined || !last || last[3] !== status) return message
  return `${message}: ${last[1]} ${last[2]!.replace(/[?#].*$/, '')}`
}
