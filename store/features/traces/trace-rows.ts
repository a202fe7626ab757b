// The rows of a list of traces, from `trace_summaries`.
import type { Engine } from '../../database/engine/engine.ts'
import type { TraceRow } from '../../../contract/traces.ts'
import { rfc3339 } from '../../database/instants.ts'
import { IN_BOUNDS, timeBounds } from './spans.ts'

/** Longer traces are counted by span ids: in one of 130,000 such traces two 32-bit hashes are equal. */
const MAX_HASHED_SPANS = 256

type Counts = Pick<TraceRow, 'traceId' | 'spans' | 'errors'>

/** `errors`: spans with the status error, or in which an exception was thrown. */
export async function traceRows(engine: Engine, traceIds: string[]): Promise<TraceRow[]> {
  if (traceIds.length === 0) return []
  const rows = await engine.query<TraceRow>(
    `SELECT TraceId AS traceId, argMin(Name, rank) AS name, argMin(Service, rank) AS service,
       argMin(Route, rank) AS route, max(User) AS user,
       toString(min(Start)) AS start,
       toUInt64(max(toUnixTimestamp64Nano(Start) + EndOffset) -
         min(toUnixTimestamp64Nano(Start))) AS durationNs,
       uniqExactArray(SpanHashes) AS spans, uniqExactArray(arrayConcat(ErrorHashes, Thrown)) AS errors,
       arraySort(groupUniqArrayArray(Services)) AS services
     FROM (SELECT *, (NOT HasRoot, toUnixTimestamp64Nano(Start) + NameOffset) AS rank
       FROM trace_summaries WHERE TraceId IN {traceIds:Array(String)}) AS summaries
     LEFT JOIN (SELECT TraceId, groupUniqArray(toUInt32(cityHash64(SpanId))) AS Thrown
       FROM exceptions WHERE TraceId IN {traceIds:Array(String)} GROUP BY TraceId) AS exceptions
       USING TraceId
     GROUP BY TraceId`,
    { traceIds },
  )
  const longIds = rows.filter(({ spans }) => spans > MAX_HASHED_SPANS).map(({ traceId }) => traceId)
  const exact = await exactCounts(engine, longIds)
  return rows.map((row) => ({
    ...row,
    ...exact.find(({ traceId }) => traceId === row.traceId),
    start: rfc3339(row.start),
  }))
}

async function exactCounts(engine: Engine, traceIds: string[]): Promise<Counts[]> {
  const bounds = traceIds.length === 0 ? null : await timeBounds(engine, traceIds)
  if (bounds === null) return []
  return engine.query<Counts>(
    `SELECT TraceId AS traceId, uniqExact(SpanId) AS spans,
       uniqExactIf(SpanId, StatusCode = 'Error' OR SpanId GLOBAL IN (
         SELECT SpanId FROM exceptions WHERE TraceId IN {traceIds:Array(String)})) AS errors
     FROM otel_traces WHERE TraceId IN {traceIds:Array(String)} AND ${IN_BOUNDS} GROUP BY TraceId`,
    { traceIds, ...bounds },
  )
}
