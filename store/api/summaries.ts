// What a list says of each trace, out of what was summed up when its spans came.
import type { Engine } from '../engine/engine.ts'
import type { TraceRow } from './contract.ts'
import { rfc3339 } from '../rfc3339.ts'
import { IN_WINDOW, windowOf } from './trace.ts'

/**
 * Spans that their hashes of 32 bits tell apart: that two of so many share one happens in one of 130,000 such traces.
 * Longer ones are counted by their ids; few are, and their spans lie side by side.
 */
const MAX_HASHED = 256

type Counts = Pick<TraceRow, 'traceId' | 'spans' | 'errors'>

export async function summariesOf(engine: Engine, traceIds: string[]): Promise<TraceRow[]> {
  if (traceIds.length === 0) return []
  const rows = await engine.ask<TraceRow>(
    `SELECT TraceId AS traceId, argMin(Name, rank) AS name, argMin(Service, rank) AS service, toString(min(Start)) AS start,
       toUInt64(max(toUnixTimestamp64Nano(Start) + End) - min(toUnixTimestamp64Nano(Start))) AS durationNs,
       uniqExactArray(Spans) AS spans, uniqExactArray(Errors) AS errors, arraySort(groupUniqArrayArray(Services)) AS services
     FROM (SELECT *, (Rootless, toUnixTimestamp64Nano(Start) + NamedAt) AS rank FROM trace_summaries WHERE TraceId IN {traceIds:Array(String)})
     GROUP BY TraceId`,
    { traceIds },
  )
  const exact = await countsOf(
    engine,
    rows.filter(({ spans }) => spans > MAX_HASHED).map(({ traceId }) => traceId),
  )
  return rows.map((row) => ({
    ...row,
    ...exact.find(({ traceId }) => traceId === row.traceId),
    start: rfc3339(row.start),
  }))
}

async function countsOf(engine: Engine, traceIds: string[]): Promise<Counts[]> {
  const window = traceIds.length === 0 ? null : await windowOf(engine, traceIds)
  if (window === null) return []
  return engine.ask<Counts>(
    `SELECT TraceId AS traceId, uniqExact(SpanId) AS spans, uniqExactIf(SpanId, StatusCode = 'Error') AS errors
     FROM otel_traces WHERE TraceId IN {traceIds:Array(String)} AND ${IN_WINDOW} GROUP BY TraceId`,
    { traceIds, ...window },
  )
}
