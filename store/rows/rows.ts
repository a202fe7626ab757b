// What the rows of both source tables have in common: their resource, their scope and their ids.
import type { Resource, Scope } from '../../otlp/otlp-json.ts'
import { toAttributes } from './attributes.ts'
import type { TimeLimits } from './instant.ts'
import type { Occurrence } from './occurrence.ts'
import { RowWriter } from './row-writer.ts'
import { cleanName } from './text.ts'
import type { UserAgentParser } from './user-agent.ts'

/** The rows of one request for one table, in RowBinary. `marked`: those with occurrences, by the range of their bytes. */
export type Rows = { bytes: Buffer; count: number; marked: MarkedRow[] }
export type MarkedRow = { from: number; to: number; occurrences: Occurrence[] }

/** The same for all rows of a request. */
export type RowContext = { bodyHash: string; limits: TimeLimits; userAgents: UserAgentParser }

/** `map`: ResourceAttributes in RowBinary, written once for all rows of the resource. */
export type ResourceInfo = {
  service: string
  release: string
  environment: string
  session: string
  map: Buffer
  userAgent: string
  schemaUrl: string
}

/** OpenTelemetry's name of a service without a name. */
const UNKNOWN_SERVICE = 'unknown_service'

/** Release, environment and session as the derived columns of the tables. */
export function resourceInfo(resource: Resource | undefined, schemaUrl?: string): ResourceInfo {
  const attributes = toAttributes(resource?.attributes)
  const writer = new RowWriter()
  writer.map(attributes)
  return {
    service: cleanName(attributes['service.name']) || UNKNOWN_SERVICE,
    release: attributes['service.version'] ?? '',
    environment: attributes['deployment.environment.name'] || (attributes['deployment.environment'] ?? ''),
    session: attributes['session.id'] ?? '',
    map: writer.result(),
    userAgent: attributes['user_agent.original'] ?? '',
    schemaUrl: cleanName(schemaUrl),
  }
}

/** ScopeName and ScopeVersion. */
export function writeScope(writer: RowWriter, scope: Scope | undefined): void {
  writer.text(cleanName(scope?.name))
  writer.text(cleanName(scope?.version))
}

/** Hex in lower case; empty where `id` is no id. */
export function toId(id: unknown, length: 16 | 32): string {
  return typeof id === 'string' && id.length === length && /^[\da-f]+$/i.test(id) && !/^0+$/.test(id)
    ? id.toLowerCase()
    : ''
}
