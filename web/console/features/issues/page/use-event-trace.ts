// The spans around an event: of its trace as many as its timeline shows. Null: none is stored.
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../../../contract/issues.ts'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { traceAroundQuery } from '../../traces/traces-query.ts'
import { RETRY_MS } from '../../../http/query.ts'

/** Spans of servers arrive some seconds after the event. */
const RECENT_MS = 60_000

/** `undefined` until the store has answered. */
export function useEventTrace(event: Event | null): TraceAnswer | null | undefined {
  const { at = '', traceId = '', spanId = '' } = event ?? {}
  const { data } = useQuery({
    ...traceAroundQuery(traceId, { at, spanId }),
    enabled: traceId !== '',
    refetchInterval: ({ state }) =>
      state.status === 'error' || Date.now() - Date.parse(at) < RECENT_MS ? RETRY_MS : false,
    refetchOnWindowFocus: false,
  })
  return traceId === '' ? null : data
}
