// One trace, opened at the span of the link or at the first failed span.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { HttpError } from '../../../http/http.ts'
import { listedTrace, traceQuery } from '../traces-query.ts'
import { RETRY_MS } from '../../../http/query.ts'
import { Empty } from '../../../ui/empty.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { Screen } from '../../../app/screen.tsx'
import { TraceDetails } from './trace-details.tsx'
import { TraceSkeleton } from './trace-skeleton.tsx'

const route = getRouteApi('/traces/$traceId')

/** Spans of browser, server and queue arrive one after another, so recent traces are polled. */
const RECENT_MS = 60_000
/** Larger traces are not polled: 10,000 spans are 2 MB. */
const MAX_POLLED_SPANS = 2_000

export function TraceScreen() {
  const { traceId } = route.useParams()
  const row = listedTrace(useQueryClient(), traceId)
  const query = useQuery({
    ...traceQuery(traceId),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || (data && isIncomplete(data)) ? RETRY_MS : false,
    refetchOnWindowFocus: false,
  })
  if (query.data && query.data.spans.length > 0) {
    return (
      <TraceDetails key={traceId} trace={query.data}>
        <QueryState query={query} label="the trace" />
      </TraceDetails>
    )
  }
  if (query.isPending) return <TraceSkeleton traceId={traceId} row={row} />
  const isMissing = query.error instanceof HttpError && query.error.status === 404
  return (
    <Screen title={`Trace ${traceId.slice(0, 8)}`}>
      <h1>
        Trace <code>{traceId.slice(0, 8)}</code>
      </h1>
      {isMissing || query.data ? (
        <Empty title="No spans of this trace yet" waiting>
          Spans arrive a few seconds after an error, and this page shows them as soon as they do. If they do
          not arrive, the trace was not sampled, its service sends no traces, or its spans are older than the
          retention period.
        </Empty>
      ) : (
        <QueryState query={query} label="the trace" />
      )}
    </Screen>
  )
}

function isIncomplete({ totalSpans, start }: TraceAnswer): boolean {
  return totalSpans < MAX_POLLED_SPANS && Date.now() - Date.parse(start) < RECENT_MS
}
