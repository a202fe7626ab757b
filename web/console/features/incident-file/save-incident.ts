// Makes an incident file from answers of the API, as a download.
import { messageOf } from '../../http/error-text.ts'
import { searchParameters } from '../../http/query.ts'
import type { Event, Issue, IssueCondition } from '../../../../contract/issues.ts'
import type { ReleasesAnswer } from '../../../../contract/releases.ts'
import type { TraceAnswer } from '../../../../contract/traces.ts'
import type { Incident } from '../../../../contract/incident.ts'
import { request } from '../../http/http.ts'

import { useToast } from '../../ui/toast.tsx'
import { INCIDENT_FORMAT, INCIDENT_VERSION, incidentFileName } from './incident-file.ts'

type EventContent = {
  issue: Issue
  condition: IssueCondition | undefined
  event: Event
  /** As its timeline shows it. */
  timeline: TraceAnswer | null
  fetchTrace: FetchTrace
}
/** Fetches at most as many spans as a file has; null: none is stored. */
type FetchTrace = () => Promise<TraceAnswer | null>

/** Resolves to the name of the file. Throws HttpError. */
export async function saveEvent(content: EventContent): Promise<string> {
  const { condition, event, timeline, fetchTrace } = content
  const { ticket: _ticket, ...issue } = content.issue
  const [trace, releases] = await Promise.all([timeline && fetchTrace(), readReleases(event)])
  return download({
    ...head(),
    issue: { ...issue, assignee: null },
    condition: condition ?? null,
    event,
    releases,
    trace,
    timeline: timeline?.spans.map(({ spanId }) => spanId) ?? [],
  })
}

export async function saveTrace(fetchTrace: FetchTrace): Promise<string> {
  const trace = await fetchTrace()
  return download({ ...head(), issue: null, condition: null, event: null, releases: [], trace, timeline: [] })
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

function download(incident: Incident): string {
  const name = incidentFileName(incident)
  const url = URL.createObjectURL(new Blob([JSON.stringify(incident)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
  return name
}

/** Saves an incident, and shows the name of its file. `make` resolves to that name. */
export function useSaveIncident(): (make: () => Promise<string>) => void {
  const { showToast } = useToast()
  const save = async (make: () => Promise<string>) => {
    try {
      showToast({ text: `Saved as ${await make()}` })
    } catch (error) {
      showToast({ text: `The file was not saved: ${messageOf(error)}`, failed: true })
    }
  }
  return (make) => void save(make)
}
