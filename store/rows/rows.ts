import type { Resource, Scope } from '../../otlp/otlp-json.ts'
import type { Agents } from './agent.ts'
import { attributesOf, type Attributes } from './attributes.ts'
import type { Bounds } from './instant.ts'
import type { Occurrence } from './occurrence.ts'
import { RowWriter } from './rowWriter.ts'
import { cleanName } from './text.ts'

/** The rows of one request for one table, in RowBinary. Those that bring occurrences are known one by one, by where their bytes stand. */
export type Rows = { bytes: Buffer; count: number; marked: Marked[] }
export type Marked = { from: number; to: number; occurrences: Occurrence[] }

/** What a request's rows are made with. */
export type Making = { bodyHash: string; bounds: Bounds; agents: Agents }

/** `map` is what ResourceAttributes holds: the same for every row of the resource, so it is written once. */
export type Source = {
  service: string
  release: string
  environment: string
  session: string
  map: Buffer
  userAgent: string
  schemaUrl: string
}

/** What OpenTelemetry says a service without a name is called. */
const NAMELESS = 'unknown_service'

export function sourceOf(resource: Resource | undefined, schemaUrl: string | undefined): Source {
  const attributes = attributesOf(resource?.attributes)
  return {
    service: cleanName(attributes['service.name']) || NAMELESS,
    release: attributes['service.version'] ?? '',
    environment: attributes['deployment.environment.name'] || (attributes['deployment.environment'] ?? ''),
    session: attributes['session.id'] ?? '',
    map: mapOf(attributes),
    userAgent: attributes['user_agent.original'] ?? '',
    schemaUrl: cleanName(schemaUrl),
  }
}

function mapOf(attributes: Attributes): Buffer {
  const writer = new RowWriter()
  writer.map(attributes)
  return writer.whole()
}

/** ScopeName and ScopeVersion. */
export function writeScope(writer: RowWriter, scope: Scope | undefined): void {
  writer.text(cleanName(scope?.name))
  writer.text(cleanName(scope?.version))
}

/** Ids are hex in lower case; what is none is left out. */
export function idOf(id: unknown, length: 16 | 32): string {
  return typeof id === 'string' && id.length === length && /^[\da-f]+$/i.test(id) && !/^0+$/.test(id)
    ? id.toLowerCase()
    : ''
}
