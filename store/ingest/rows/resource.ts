// The columns of both source tables that come from the resource and the scope.
import type { Resource, Scope } from '../../../otlp/otlp-json.ts'
import { agentAttributes, type AgentAttributes } from './agent.ts'
import { toAttributes, type Attributes } from './attributes.ts'
import { deviceOf } from './device.ts'
import { RowWriter } from './row-writer.ts'
import { cleanName } from './text.ts'

/** `map`: ResourceAttributes in RowBinary, written once for all rows of the resource. */
export type ResourceInfo = {
  service: string
  release: string
  environment: string
  session: string
  user: string
  /** The address of the page. */
  url: string
  agent: AgentAttributes
  /** Empty if it is unknown. */
  device: string
  map: Buffer
  /** The same with service, release and environment only. */
  slimMap: Buffer
  schemaUrl: string
}

/** OpenTelemetry's name of a service without a name. */
const UNKNOWN_SERVICE = 'unknown_service'

const SLIM_NAMES = new Set([
  'service.name',
  'service.version',
  'deployment.environment.name',
  'deployment.environment',
  'session.id',
])

/** Release, environment and session as the derived columns of the tables. */
export function resourceInfo(resource: Resource | undefined, schemaUrl?: string): ResourceInfo {
  const attributes = toAttributes(resource?.attributes)
  // The derived column reads the version alone.
  if (attributes['app.build_id']) attributes['service.version'] ||= attributes['app.build_id']
  const slim = Object.fromEntries(Object.entries(attributes).filter(([name]) => SLIM_NAMES.has(name)))
  return {
    service: cleanName(attributes['service.name']) || UNKNOWN_SERVICE,
    release: attributes['service.version'] ?? '',
    environment: attributes['deployment.environment.name'] || (attributes['deployment.environment'] ?? ''),
    session: attributes['session.id'] ?? '',
    user: attributes['user.id'] ?? '',
    url: attributes['browser.document.url.full'] ?? '',
    agent: agentAttributes(attributes),
    device: deviceOf(attributes),
    map: encode(attributes),
    slimMap: encode(slim),
    schemaUrl: cleanName(schemaUrl),
  }
}

function encode(attributes: Attributes): Buffer {
  const writer = new RowWriter()
  writer.map(attributes)
  return writer.result()
}

export function writeScope(writer: RowWriter, scope: Scope | undefined): void {
  writer.text(cleanName(scope?.name))
  writer.text(cleanName(scope?.version))
}
