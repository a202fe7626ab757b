// The file of an incident: its format, its limit and its name.
import type { Incident } from '../../../../contract/incident.ts'

export const INCIDENT_FORMAT: Incident['format'] = 'errata-incident'
export const INCIDENT_VERSION: Incident['version'] = 1
/** Spans of a file, all with their attributes: some 1.2 MB, and as many as the API returns at once. */
export const MAX_INCIDENT_SPANS = 2_000

/** `errata-incident-7K3M9QXP.json`: named by the digest, else by the start of the id of the trace. */
export function incidentFileName({ event, trace }: Incident): string {
  return `${INCIDENT_FORMAT}-${event?.digest ?? trace?.traceId.slice(0, 8) ?? 'empty'}.json`
}
