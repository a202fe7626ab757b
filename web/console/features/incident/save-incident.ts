// Makes the file of an incident from what the API answers, and gives it to the browser as a download.
import type { Event, Issue, IssueCondition } from '../../../../contract/issues.ts'
import type { ReleasesAnswer } from '../../../../contract/releases.ts'
import type { TraceAnswer } from '../../../../contract/traces.ts'
import { fetchTraceAround } from '../traces/traces-query.ts'
import { request } from '../../http/http.ts'
import { searchParameters } from '../../search/filters.ts'
import { incidentFileName } from './incident-file.ts'
import { type Incident, INCIDENT_FORMAT, INCIDENT_VERSION, MAX_INCIDENT_SPANS } from './incident-format.ts'

type EventContent = {
  issue: Issue
  condition: IssueCondition | undefined
  event: Event
  /** As its timeline shows it. */
  timeline: TraceAnswer | null
}

/** Resolves to the name of the file. Throws HttpError. */
export async function saveEvent({ issue, condition, event, timeline }: EventContent): Promise<string> {
  const [trace, releases] = await Promise.all([
    timeline && fetchTraceAround(event.traceId, event, MAX_INCIDENT_SPANS),
    readReleases(event),
  ])
  return save({
    ...head(),
    issue: { ...issue, assignee: null },
    condition: condition ?? null,
    event,
    releases,
    trace,
    timeline: timeline?.spans.map(({ spanId }) => spanId) ?? [],
  })
}

/** `start`: of the span that is selected. */
export async function saveTrace(
  traceId: string,
  selected: { spanId: string; start: string },
): Promise<string> {
  const focus = { at: selected.start, spanId: selected.spanId }
  const trace = await fetchTraceAround(traceId, focus, MAX_INCIDENT_SPANS)
  return save({ ...head(), issue: null, condition: null, event: null, releases: [], trace, timeline: [] })
}

function head() {
  return {
    format: INCIDENT_FORMAT,
    version: INCIDENT_VERSION,
    createdAt: new Date().toISOString(),
    origin: location.origin,
  } as const
}

async function readReleases({ service, release }: Event): Promise<Incident['releases']> {
  if (release === '') return []
  const path = `/api/releases?${searchParameters({ service, release, range: '30d' })}`
  return (await request<ReleasesAnswer>(path)).releases
}

function save(incident: Incident): string {
  const name = incidentFileName(incident)
  const url = URL.createObjectURL(new Blob([JSON.stringify(incident)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
  return name
}
