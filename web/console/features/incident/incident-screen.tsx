// An incident from a file: its issue and its trace, read-only and without data of this installation.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Incident } from '../../../../contract/incident.ts'
import { IncidentPicker } from './incident-picker.tsx'
import { openedIncident } from './open-incident.ts'
import { Screen } from '../../app/screen.tsx'
import { TraceDetails } from '../traces/index.ts'
import guide from '../../ui/guide.module.css'
import { IncidentBand } from './incident-band.tsx'
import { IncidentIssue } from './incident-issue.tsx'

const route = getRouteApi('/incident')

const NO_PEERS = { count: 0, p50Ns: 0, p95Ns: 0, histogram: [] }

export function IncidentScreen() {
  // Another file at the same address.
  const openedAt = useLocation({ select: ({ state }) => state.openedAt })
  const opened = openedIncident()
  if (!opened)
    return (
      <Screen title="Incident" className={guide.narrow}>
        <h1>No incident is open</h1>
        <p className="lead">A large file is closed when the page is reloaded.</p>
        <IncidentPicker />
      </Screen>
    )
  return <OpenedIncident key={openedAt} incident={opened.incident} from={opened.from} />
}

function OpenedIncident({ incident, from }: { incident: Incident; from: string }) {
  const { view } = route.useSearch()
  const client = useMemo(() => clientOf(incident), [incident])
  const { event, trace } = incident
  const isTrace = trace !== null && trace.spans.length > 0 && (view === 'trace' || !event)
  return (
    <QueryClientProvider client={client}>
      <IncidentBand incident={incident} from={from} isTrace={isTrace} />
      {isTrace && <TraceDetails trace={trace} isFile />}
      {!isTrace && event && <IncidentIssue incident={incident} event={event} />}
    </QueryClientProvider>
  )
}

/** Contains the details of each span from the file, so that no request is made. */
function clientOf({ trace }: Incident): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
  for (const { details, ...span } of trace?.spans ?? []) {
    const none = { statusMessage: '', attributes: {}, resource: {}, events: [] }
    // The traces that it links to are not in the file.
    const answer = { ...span, ...none, ...details, links: [], peers: NO_PEERS }
    client.setQueryData(['trace', trace?.traceId, 'span', span.spanId], answer)
  }
  return client
}
