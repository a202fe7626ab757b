// An event as the table stores it: the JSON of the column `Occurrence`, whose attributes become fields.
import { framesOf } from '../../issue/culprit.ts'
import { withReactSentence } from '../../issue/react-error.ts'
import type { Breadcrumb, Cause, Event } from '../contract.ts'

/** The JSON in the column `Occurrence`. */
type EventJson = Omit<
  Event,
  'at' | 'frames' | 'causes' | 'componentStack' | 'breadcrumbs' | 'previous' | 'next'
> & {
  resource: Record<string, string>
}

/** Attributes that have a field of their own in the answer. */
const FIELD_ATTRIBUTES = new Set([
  'errata.digest',
  'errata.fingerprint',
  'errata.culprit',
  'errata.browser',
  'errata.os',
  'errata.mechanism',
  'errata.react.component_stack',
  'errata.cause',
  'errata.breadcrumbs',
  'url.full',
  'user.id',
  'session.id',
  'service.name',
  'service.version',
  'deployment.environment.name',
])

/** All that the event's own row tells. `issueId` is the fingerprint. */
export function parseStoredEvent(json: string): Omit<Event, 'at' | 'previous' | 'next'> {
  const { resource, ...event } = JSON.parse(json) as EventJson
  const attributes = { ...resource, ...event.attributes }
  return {
    ...event,
    frames: framesOf(event.stacktrace, event.url),
    causes: causesOf(attributes['errata.cause'], event.url),
    componentStack: attributes['errata.react.component_stack'] ?? '',
    breadcrumbs: breadcrumbsOf(attributes['errata.breadcrumbs']),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([name]) => !FIELD_ATTRIBUTES.has(name)),
    ),
  }
}

function causesOf(json: string | undefined, page: string): Cause[] {
  return parseObjects(json).map((cause) => ({
    type: textOf(cause['type']),
    message: withReactSentence(textOf(cause['message'])),
    frames: framesOf(textOf(cause['stacktrace']), page),
  }))
}

function breadcrumbsOf(json: string | undefined): Breadcrumb[] {
  return parseObjects(json).map((crumb) => ({
    at: instantOf(crumb['at']),
    kind: textOf(crumb['kind']),
    text: textOf(crumb['text']),
  }))
}

/** A list of objects that a page sent as JSON; whatever is not one is left out. */
function parseObjects(json: string | undefined): Record<string, unknown>[] {
  if (!json) return []
  try {
    const list: unknown = JSON.parse(json)
    if (!Array.isArray(list)) return []
    return list.filter((item) => typeof item === 'object' && item !== null) as Record<string, unknown>[]
  } catch {
    // Pages may send anything.
    return []
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instantOf(value: unknown): string {
  const date = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
