// GET /api/traces/:traceId/spans/:spanId
import type { Engine } from '../engine/engine.ts'
import type { SpanAnswer } from './contract.ts'
import { rfc3339 } from '../rfc3339.ts'
import { HttpError } from './http/http-error.ts'
import { isSpanId, isTraceId, SPAN_COLUMNS, toSpan, type SpanRow } from './spans.ts'
import { IN_WINDOW, windowOf } from './trace.ts'

/** Bars of the histogram per doubling of the duration: two are as fine as a person tells durations apart. */
const BARS_PER_DOUBLING = 2

type Map = Record<string, string>
type Row = SpanRow & {
  statusMessage: string
  attributes: Map
  resource: Map
  eventTimes: string[]
  eventNames: string[]
  eventAttributes: Map[]
  linkTraces: string[]
  linkSpans: string[]
  linkAttributes: Map[]
}

export async function span(engine: Engine, givenTrace: string, givenSpan: string): Promise<SpanAnswer> {
  if (!isTraceId(givenTrace)) throw new HttpError(400, 'traceId must be 32 hex digits.')
  if (!isSpanId(givenSpan)) throw new HttpError(400, 'spanId must be 16 hex digits.')
  const [traceId, spanId] = [givenTrace.toLowerCase(), givenSpan.toLowerCase()]
  const window = await windowOf(engine, [traceId])
  const row = window === null ? undefined : await rowOf(engine, { traceId, spanId, ...window })
  if (!row)
    throw new HttpError(
      404,
      'This span is not stored. It may have been let go, sampled out, or not have arrived yet.',
    )
  const [exceptions, peers] = await Promise.all([exceptionsOf(engine, traceId, spanId), peersOf(engine, row)])
  return {
    ...toSpan(row, exceptions),
    statusMessage: row.statusMessage,
    attributes: row.attributes,
    resource: row.resource,
    events: row.eventTimes.map((at, index) => ({
      at: rfc3339(at),
      name: row.eventNames[index] ?? '',
      attributes: row.eventAttributes[index] ?? {},
    })),
    links: row.linkTraces.map((linked, index) => ({
      traceId: linked,
      spanId: row.linkSpans[index] ?? '',
      attributes: row.linkAttributes[index] ?? {},
    })),
    peers,
  }
}

async function rowOf(
  engine: Engine,
  parameters: { traceId: string; spanId: string; start: string; end: string },
): Promise<Row | undefined> {
  const [row] = await engine.ask<Row>(
    `SELECT ${SPAN_COLUMNS}, StatusMessage AS statusMessage, SpanAttributes AS attributes, ResourceAttributes AS resource,
       arrayMap(at -> toString(at), Events.Timestamp) AS eventTimes, Events.Name AS eventNames, Events.Attributes AS eventAttributes,
       Links.TraceId AS linkTraces, Links.SpanId AS linkSpans, Links.Attributes AS linkAttributes
     FROM otel_traces WHERE TraceId = {traceId:String} AND SpanId = {spanId:String} AND ${IN_WINDOW} LIMIT 1`,
    parameters,
  )
  return row
}

async function exceptionsOf(engine: Engine, traceId: string, spanId: string): Promise<number> {
  const [row] = await engine.ask<{ count: number }>(
    'SELECT count() AS count FROM exceptions WHERE TraceId = {traceId:String} AND SpanId = {spanId:String}',
    { traceId, spanId },
  )
  return row?.count ?? 0
}

async function peersOf(engine: Engine, { service, name }: Row): Promise<SpanAnswer['peers']> {
  const [row] = await engine.ask<{ count: number; middle: number; slow: number; bars: [number[], number[]] }>(
    `SELECT count() AS count, round(quantiles(0.5, 0.95)(Duration)[1]) AS middle, round(quantiles(0.5, 0.95)(Duration)[2]) AS slow,
       sumMap([toUInt32(floor(log2(greatest(Duration, 1)) * ${BARS_PER_DOUBLING}))], [toUInt64(1)]) AS bars
     FROM otel_traces WHERE ServiceName = {service:String} AND SpanName = {name:String} AND Timestamp > now64(9) - toIntervalHour(24)`,
    { service, name },
  )
  if (!row || row.count === 0) return { count: 0, p50Ns: 0, p95Ns: 0, histogram: [] }
  const [bars, counts] = row.bars
  const [first, last] = [bars[0] ?? 0, bars.at(-1) ?? 0]
  const edge = (bar: number): number => Math.round(2 ** (bar / BARS_PER_DOUBLING))
  const histogram = Array.from({ length: last - first + 1 }, (_, at) => {
    const found = bars.indexOf(first + at)
    return {
      fromNs: edge(first + at),
      toNs: edge(first + at + 1),
      count: found < 0 ? 0 : (counts[found] ?? 0),
    }
  })
  return { count: row.count, p50Ns: row.middle, p95Ns: row.slow, histogram }
}
