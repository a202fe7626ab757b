// The event that tells most about an issue: one whose trace is stored too.
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import type { QueryContext } from '../query-context.ts'

/** Older events are not looked at: where none of these has a trace, traces are rare. */
const MAX_EVENTS = 100

/**
 * The digest of the newest event that has all details and a stored trace; undefined: none of the newest
 * events has both.
 */
export async function recommendedDigest(
  { engine }: QueryContext,
  fingerprints: string[],
): Promise<string | undefined> {
  const ofIssue = isOfIssue(fingerprints)
  const events = await engine.query<{ digest: string; traceId: string }>(
    `SELECT Digest AS digest, TraceId AS traceId FROM exceptions
     WHERE ${ofIssue.sql} AND IsSlim = 0 ORDER BY Timestamp DESC, Digest DESC LIMIT ${MAX_EVENTS}`,
    ofIssue.parameters,
  )
  const traceIds = [...new Set(events.map(({ traceId }) => traceId).filter((traceId) => traceId !== ''))]
  if (traceIds.length === 0) return undefined
  const stored = await engine.query<{ traceId: string }>(
    'SELECT DISTINCT TraceId AS traceId FROM trace_summaries WHERE TraceId IN {traceIds:Array(String)}',
    { traceIds },
  )
  const isStored = new Set(stored.map(({ traceId }) => traceId))
  return events.find(({ traceId }) => isStored.has(traceId))?.digest
}
