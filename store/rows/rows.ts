import type { Resource, Scope } from '../../otlp/shapes.ts'
import type { Agents } from './agent.ts'
import { attributesOf, type Attributes } from './attributes.ts'
import type { Bounds } from './instant.ts'
import type { Occurrence } from './occurrence.ts'
import { cleanName } from './text.ts'

/** One row as a line of JSON, and the occurrences that it brings. */
export type Row = { line: string; occurrences: Occurrence[] }

/** What a request's rows are made with. */
export type Making = { bodyHash: string; bounds: Bounds; agents: Agents }

export type Source = { service: string; attributes: Attributes; userAgent: string; schemaUrl: string }

/** What OpenTelemetry says a service without a name is called. */
const NAMELESS = 'unknown_service'

export function sourceOf(resource: Resource | undefined, schemaUrl: string | undefined): Source {
  const attributes = attributesOf(resource?.attributes)
  return {
    service: cleanName(attributes['service.name']) || NAMELESS,
    attributes,
    userAgent: attributes['user_agent.original'] ?? '',
    schemaUrl: cleanName(schemaUrl),
  }
}

export function scopeColumns(scope: Scope | undefined): { ScopeName: string; ScopeVersion: string } {
  return { ScopeName: cleanName(scope?.name), ScopeVersion: cleanName(scope?.version) }
}

/** Ids are hex in lower case; what is none is left out. */
export function idOf(id: unknown, length: 16 | 32): string {
  return typeof id === 'string' && id.length === length && /^[\da-f]+$/i.test(id) && !/^0+$/.test(id) ? id.toLowerCase() : ''
}
