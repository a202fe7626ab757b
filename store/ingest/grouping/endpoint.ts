// Addresses of an API in a message: "/api/orders/17 answered 500".
import { pattern } from './pattern.ts'

/** Only a text about a request has endpoints; a path in any other text is a value. */
const REQUEST = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|(?<![\w.:/-])[45]\d\d(?![\w./-])/

const PATH = /(?<![\w<>/.:@])\/[\w.@%+~$-]+(?:\/[\w.@%+~$-]*)*(?:\?[^\s"'<>)]*)?/g

const FOLDER_OF_SYSTEM = pattern()`
  ^(?:app|bin|data|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|tmp|usr|Users|var|Volumes|workspace)$
`

/** What comes before the name of the resource. */
const PREFIX = /^(?:api|rest|rpc|v\d+)$/i

const RESOURCE = /^[a-z][a-z_-]*$/i

/**
 * Writes each path as the name of its resource: a function that all requests share throws for each of them,
 * and the path is all that says which failed. What follows the resource is a value.
 */
export function nameEndpoints(text: string): string {
  return REQUEST.test(text) ? text.replaceAll(PATH, (path) => resourceOf(path) ?? path) : text
}

/** "endpoint api orders" of "/api/orders/17?all"; null: it is a file, or has no name. */
function resourceOf(path: string): string | null {
  const segments = path.replace(/\?.*$/, '').split('/').slice(1)
  if (FOLDER_OF_SYSTEM.test(segments[0] ?? '') || /\.\w+$/.test(segments.at(-1) ?? '')) return null
  const index = segments.findIndex((segment) => !PREFIX.test(segment))
  const resource = segments[index] ?? ''
  return RESOURCE.test(resource) ? ['endpoint', ...segments.slice(0, index + 1)].join(' ') : null
}
