// The log records of a trace, for pages that show them beside other things: without them, a page is whole.
import { useQuery } from '@tanstack/react-query'
import type { LogsAnswer } from '../../../../contract/logs.ts'
import { RETRY_MS } from '../../http/query.ts'
import { traceLogsQuery } from './logs-query.ts'

/** Records of servers arrive some seconds after what they are about. */
const RECENT_MS = 60_000

const NONE: LogsAnswer = { logs: [], nextCursor: null }

/** The newest records, with `to` those before this instant. `at`: of what they are about. */
export function useTraceLogs(traceId: string, { at, to }: { at: string; to?: string }): LogsAnswer {
  const { data } = useQuery({
    ...traceLogsQuery(traceId, to),
    enabled: traceId !== '',
    refetchInterval: () => (Date.now() - Date.parse(at) < RECENT_MS ? RETRY_MS : false),
    refetchOnWindowFocus: false,
  })
  return data ?? NONE
}
