// The spans and events of a trace that has few of them, with one query: each takes some milliseconds, however
// few rows it reads. And with plain columns: to format them in SQL takes as long as to read them.
import type { SpanDetails, TraceSpanEvent } from '../../../contract/traces.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { exactInstant, greatest, least, rfc3339 } from '../../database/instants.ts'
import { DETAIL_COLUMN, IN_BOUNDS, type SpanRow, type TimeBounds } from './spans.ts'

/** Rows that become objects: a longer trace is written by the engine. */
export const MAX_SMALL = 1_000

/** `ns`: the start in nanoseconds since 1970, as text. `eventTimes`: as texts of the engine. */
type Row = Omit<SpanRow, 'start'> & {
  ns: string
  eventTimes: string[]
  eventNames: string[]
  details?: SpanDetails
}

/** `spans`: without their numbers of exceptions. `events`: without exceptions, in the order of time. */
export type SmallTrace = {
  start: string
  durationNs: number
  spans: SpanRow[]
  events: TraceSpanEvent[]
}

type Selection = { traceId: string; bounds: TimeBounds; hasDetails: boolean }

/** Null: its spans were deleted since the bounds were read. */
export async function readSmallTrace(
  engine: Engine,
  { traceId, bounds, hasDetails }: Selection,
): Promise<SmallTrace | null> {
  const rows = await engine.query<Row>(
    `SELECT SpanId AS spanId, ParentSpanId AS parentSpanId, SpanName AS name, SpanKind AS kind,
       ServiceName AS service, toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Duration AS durationNs,
       StatusCode AS status, Events.Timestamp AS eventTimes, Events.Name AS eventNames
       ${hasDetails ? `, ${DETAIL_COLUMN}` : ''}
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_BOUNDS}`,
    { traceId, ...bounds },
  )
  const [first, ...others] = rows.map(({ ns }) => BigInt(ns))
  if (first === undefined) return null
  const start = least(first, ...others)
  const end = greatest(start, ...rows.map(({ ns, durationNs }) => BigInt(ns) + BigInt(durationNs)))
  // A span that was sent twice is one.
  const distinct = [...new Map(rows.map((row) => [row.spanId, row])).values()]
  return {
    start: exactInstant(start),
    durationNs: Number(end - start),
    spans: distinct.toSorted(compareRows).map(toSpan),
    events: distinct
      .flatMap(eventsOf)
      .toSorted((a, b) => compareTexts(a.at, b.at) || compareTexts(a.spanId, b.spanId))
      .map((event) => ({ ...event, at: rfc3339(event.at) })),
  }
}

/** In the order of the fields of an answer that the engine writes. */
function toSpan({ ns, kind, status, parentSpanId, details, ...row }: Row): SpanRow {
  const { spanId, name, service, durationNs } = row
  return {
    spanId,
    parentSpanId: parentSpanId === '' ? null : parentSpanId,
    name,
    kind: kind.toLowerCase() as SpanRow['kind'],
    service,
    start: exactInstant(BigInt(ns)),
    durationNs,
    status: status.toLowerCase() as SpanRow['status'],
    ...(details && { details }),
  }
}

/** By start; of several at one instant, one without a parent first. */
function compareRows(a: Row, b: Row): number {
  const isChild = (row: Row): number => Number(row.parentSpanId !== '')
  return compareTexts(a.ns, b.ns) || isChild(a) - isChild(b) || compareTexts(a.spanId, b.spanId)
}

/** `at`: as texts of the engine, of equal length. `exceptions` has the others. */
function eventsOf({ spanId, eventTimes, eventNames }: Row): TraceSpanEvent[] {
  return eventTimes
    .map((at, index) => ({ spanId, at, name: eventNames[index] ?? '' }))
    .filter(({ name }) => name !== 'exception')
}

/** Instants are texts of equal length. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
