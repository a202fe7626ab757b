// Reads the file of an incident; its name, and what a timeline takes from it.
import type { Span, TraceAnswer } from '../../../../contract/traces.ts'
import { formatBytes } from '../../format/format-number.ts'
import { IncidentError, isObject } from './checks.ts'
import { type Incident, INCIDENT_FORMAT, INCIDENT_VERSION, MAX_INCIDENT_BYTES } from './incident-format.ts'
import { checkIncident } from './incident-shape.ts'

/** Throws IncidentError, whose message says what is wrong with the file. */
export async function readIncident(file: Blob): Promise<Incident> {
  if (file.size > MAX_INCIDENT_BYTES)
    throw new IncidentError(
      `The file has ${formatBytes(file.size)}. An incident has at most ${formatBytes(MAX_INCIDENT_BYTES)}.`,
    )
  return parseIncident(await file.text())
}

export function parseIncident(content: string): Incident {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw new IncidentError('The file is not JSON. An incident is a file errata-incident-….json.')
  }
  if (!isObject(value) || value['format'] !== INCIDENT_FORMAT)
    throw new IncidentError('The file is JSON, but no incident of Errata.')
  if (value['version'] !== INCIDENT_VERSION)
    throw new IncidentError(
      `The file has version ${describeVersion(value['version'])} of the format, and this console reads ` +
        `version ${INCIDENT_VERSION}. Open it with the version of Errata that made it.`,
    )
  return checkIncident(value)
}

function describeVersion(version: unknown): string {
  return typeof version === 'number' || typeof version === 'string' ? String(version).slice(0, 20) : 'no'
}

/** `errata-incident-7K3M9QXP.json`: named by the digest, else by the start of the id of the trace. */
export function incidentFileName({ event, trace }: Incident): string {
  return `${INCIDENT_FORMAT}-${event?.digest ?? trace?.traceId.slice(0, 8) ?? 'empty'}.json`
}

/** The trace as the timeline of the event shows it; null: no span of it is there. */
export function timelineTrace({ trace, timeline }: Incident): TraceAnswer | null {
  const ids = new Set(timeline)
  const spans: Span[] = trace?.spans.filter(({ spanId }) => ids.has(spanId)) ?? []
  if (!trace || spans.length === 0) return null
  return { ...trace, spans, truncated: trace.truncated || spans.length < trace.totalSpans }
}
