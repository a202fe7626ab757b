// Reads the file of an incident. Loaded with the first file.
import type { Incident } from '../../../../contract/incident.ts'
import type { Span, TraceAnswer } from '../../../../contract/traces.ts'
import { formatBytes } from '../../format/format-number.ts'
import { checkIncident, IncidentError } from './check-incident.ts'
import { INCIDENT_FORMAT, INCIDENT_VERSION } from '../incident-file/index.ts'

/** Bytes of a file. Its parts have limits of their own; this one is checked before the file is read. */
const MAX_INCIDENT_BYTES = 20_000_000

/** Throws IncidentError. */
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
    throw new IncidentError('The file is not JSON. An incident is a file named errata-incident-….json.')
  }
  const { format, version } = Object(value) as Partial<Record<string, unknown>>
  if (format !== INCIDENT_FORMAT) throw new IncidentError('The file is JSON, but not an Errata incident.')
  if (version !== INCIDENT_VERSION)
    throw new IncidentError(
      `The file has version ${describeVersion(version)} of the format, and this console reads ` +
        `version ${INCIDENT_VERSION}. Open it with the version of Errata that made it.`,
    )
  return checkIncident(value)
}

function describeVersion(version: unknown): string {
  return typeof version === 'number' || typeof version === 'string' ? String(version).slice(0, 20) : 'no'
}

/** The trace as the timeline of the event shows it; null: it has no span. */
export function timelineTrace({ trace, timeline }: Incident): TraceAnswer | null {
  const ids = new Set(timeline)
  const spans: Span[] = trace?.spans.filter(({ spanId }) => ids.has(spanId)) ?? []
  if (!trace || spans.length === 0) return null
  return { ...trace, spans, truncated: trace.truncated || spans.length < trace.totalSpans }
}
