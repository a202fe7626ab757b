// Breadcrumbs of an event, as our own SDK writes them: an instant, a kind and a text.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { nanosecondsOf, objectOf, objectsOf, textOf } from './json-values.ts'

/** The last ones, as our SDK sends. */
const MAX_BREADCRUMBS = 30
/** Characters of a text. */
const MAX_TEXT = 500
const KINDS = new Map([
  ['ui.click', 'click'],
  ['ui.input', 'input'],
  ['http', 'fetch'],
  ['httplib', 'fetch'],
  ['requests', 'fetch'],
])

/** JSON; '' without breadcrumbs. */
export function breadcrumbsOf(event: JsonObject): string {
  const crumbs = objectsOf(event['breadcrumbs'])
    // The SDK's own events: the error itself is one of them.
    .filter(({ category }) => !textOf(category).startsWith('sentry.'))
    .slice(-MAX_BREADCRUMBS)
    .map((crumb) => ({
      at: millisecondsOf(crumb['timestamp']),
      kind: kindOf(crumb),
      text: breadcrumbText(crumb).slice(0, MAX_TEXT),
    }))
  return crumbs.length === 0 ? '' : JSON.stringify(crumbs)
}

function millisecondsOf(timestamp: unknown): number {
  if (typeof timestamp === 'number') return Math.round(timestamp * 1000)
  return Math.round(Number(nanosecondsOf(timestamp) ?? 0) / 1e6)
}

function kindOf({ category, type }: JsonObject): string {
  const kind = textOf(category) || textOf(type) || 'default'
  return KINDS.get(kind) ?? kind
}

/** Several kinds have no message: their text is built from their data. */
function breadcrumbText({ message, data, level }: JsonObject): string {
  const { url, method, status_code: status, from, to } = objectOf(data)
  if (textOf(url) !== '') {
    const answer = textOf(status) && ` → ${textOf(status)}`
    return `${textOf(method) || 'GET'} ${textOf(url)}${answer}`
  }
  if (textOf(to) !== '') return `${textOf(from)} → ${textOf(to)}`
  const text = textOf(message) || (Object.keys(objectOf(data)).length > 0 ? JSON.stringify(data) : '')
  return /^(?:error|fatal|warning)$/.test(textOf(level)) ? `${textOf(level)}: ${text}` : text
}
