// An event as the table stores it: the JSON of the column `Occurrence`, whose attributes become fields.
import { isObject, parseList } from '../../../../server/json.ts'
import { withReactSentence } from '../../../ingest/grouping/react-error.ts'
import type { Breadcrumb, Cause, Event } from '../../../../contract/issues.ts'
import type { StoredStack } from './mapped-stack.ts'

/** The JSON in the column `Occurrence`. */
type EventJson = Omit<
  Event,
  | 'at'
  | 'received'
  | 'frames'
  | 'mapping'
  | 'causes'
  | 'componentStack'
  | 'breadcrumbs'
  | 'previous'
  | 'next'
  | 'snapshot'
> & {
  resource: Record<string, string>
}

/** `stack`, `components` and the stacks of the causes are not mapped yet. */
export type StoredEvent = Omit<
  Event,
  'at' | 'received' | 'frames' | 'mapping' | 'causes' | 'componentStack' | 'previous' | 'next' | 'slim'
> & {
  stack: StoredStack
  components: StoredStack
  causes: (Omit<Cause, 'frames'> & { stack: StoredStack })[]
}

/** Attributes that have a field of their own in the answer, and the number for `/api/delivery`. */
const FIELD_ATTRIBUTES = new Set([
  'errata.digest',
  'errata.fingerprint',
  'errata.culprit',
  'errata.browser',
  'errata.os',
  'errata.mechanism',
  'errata.sequence',
  'errata.slim',
  'errata.react.component_stack',
  'errata.cause',
  'errata.mapped_stacktrace',
  'errata.mapped_component_stack',
  'errata.mapped_causes',
  'errata.debug_ids',
  'errata.breadcrumbs',
  'url.full',
  'user.id',
  'session.id',
  'service.name',
  'service.version',
  'deployment.environment.name',
])

/** All that the event's own row tells. `issueId` is the fingerprint. */
export function parseStoredEvent(json: string): StoredEvent {
  const { resource, ...event } = JSON.parse(json) as EventJson
  const attributes = { ...resource, ...event.attributes }
  const debugIds = attributes['errata.debug_ids'] ?? ''
  const origin = { service: event.service, release: event.release, debugIds }
  const stackOf = (text: string, mapped = ''): StoredStack => ({ sent: { ...origin, text }, mapped })
  const mappedCauses = parseList(attributes['errata.mapped_causes'] ?? '')
  return {
    ...event,
    stack: stackOf(event.stacktrace, attributes['errata.mapped_stacktrace']),
    components: stackOf(
      attributes['errata.react.component_stack'] ?? '',
      attributes['errata.mapped_component_stack'],
    ),
    causes: parseObjects(attributes['errata.cause']).map((cause, index) => ({
      type: textOf(cause['type']),
      message: withReactSentence(textOf(cause['message'])),
      stack: stackOf(textOf(cause['stacktrace']), textOf(mappedCauses[index])),
    })),
    breadcrumbs: breadcrumbsOf(attributes['errata.breadcrumbs']),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([name]) => !FIELD_ATTRIBUTES.has(name)),
    ),
  }
}

function breadcrumbsOf(json: string | undefined): Breadcrumb[] {
  return parseObjects(json).map((crumb) => ({
    at: instantOf(crumb['at']),
    kind: textOf(crumb['kind']),
    text: textOf(crumb['text']),
  }))
}

/** The objects of a list that a page sent as JSON, without its other values. */
function parseObjects(json = ''): Record<string, unknown>[] {
  return parseList(json).filter(isObject)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instantOf(value: unknown): string {
  const date = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
