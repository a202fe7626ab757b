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
  const rows = await engine.query<Omit<TraceRow, 'rootDurationNs'> & { rootStart: string }>(
    `SELECT TraceId AS traceId, argMin(Name, rank) AS name, argMin(Service, rank) AS service,
       argMin(Route, rank) AS route, max(User) AS user, toString(min(rank).2) AS rootStart,
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
  const rootTimes = await rootDurations(engine, rows)
  return rows.map(({ rootStart: _start, ...row }) => ({
    ...row,
    ...exact.find(({ traceId }) => traceId === row.traceId),
    rootDurationNs: rootTimes.get(row.traceId) ?? row.durationNs,
    start: rfc3339(row.start),
  }))
}

type Root = { traceId: string; service: string; name: string; rootStart: string }

/** Of the spans with the names of the traces. Service, name and second find their granules. */
async function rootDurations(engine: Engine, roots: Root[]): Promise<Map<string, number>> {
  const rows = await engine.query<{ traceId: string; durationNs: number }>(
    `SELECT TraceId AS traceId, max(Duration) AS durationNs FROM otel_traces
     WHERE (ServiceName, SpanName, toDateTime(Timestamp)) IN (
         SELECT root.1, root.2, toDateTime(intDiv(toInt64(root.3), 1000000000))
         FROM (SELECT arrayJoin(arrayZip(
           {services:Array(String)}, {names:Array(String)}, {starts:Array(String)})) AS root))
       AND (TraceId, toString(toUnixTimestamp64Nano(Timestamp))) IN arrayZip(
         {traceIds:Array(String)}, {starts:Array(String)})
     GROUP BY traceId`,
    {
      traceIds: roots.map(({ traceId }) => traceId),
      services: roots.map(({ service }) => service),
      names: roots.map(({ name }) => name),
      starts: roots.map(({ rootStart }) => rootStart),
    },
  )
  return new Map(rows.map(({ traceId, durationNs }) => [traceId, durationNs]))
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
