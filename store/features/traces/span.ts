// A span with all that is stored of it, beside spans of the same name.
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import type { SpanAnswer } from '../../../contract/traces.ts'
import { rfc3339 } from '../../database/instants.ts'
import { HttpError } from '../../../server/http-error.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { IN_BOUNDS, SPAN_COLUMNS, timeBounds, type SpanRow } from './spans.ts'
import { SPAN_ID, TRACE_ID } from './trace-parameters.ts'

/** Bars of the histogram per doubling of the duration: two are as fine as people tell durations apart. */
const BARS_PER_DOUBLING = 2

type Attributes = Record<string, string>
type SpanFields = SpanRow & Pick<SpanAnswer, 'statusMessage' | 'attributes' | 'resource'>
type SpanDetails = SpanFields & {
  eventTimes: string[]
  eventNames: string[]
  eventAttributes: Attributes[]
  linkTraces: string[]
  linkSpans: string[]
  linkAttributes: Attributes[]
}
type SpanIds = { traceId: string; spanId: string }

export const spanPath = path('GET /api/traces/:traceId/spans/:spanId', {
  summary: 'A span with its attributes, events and links',
  parameters: { traceId: TRACE_ID, spanId: SPAN_ID },
  answer: 'SpanAnswer',
  async handle({ parameters: ids }, { engine }: WithEngine): Promise<SpanAnswer> {
    const row = await readSpan(engine, ids)
    if (!row)
      throw new HttpError(
        404,
        'This span is not stored. It was deleted or not sampled, or has not arrived yet.',
      )
    const [exceptions, peers] = await Promise.all([countExceptions(engine, ids), peersOf(engine, row)])
    const { eventTimes, eventNames, eventAttributes, linkTraces, linkSpans, linkAttributes, ...fields } = row
    return {
      ...fields,
      exceptions,
      events: eventTimes.map((at, index) => ({
        at: rfc3339(at),
        name: eventNames[index] ?? '',
        attributes: eventAttributes[index] ?? {},
      })),
      links: linkTraces.map((traceId, index) => ({
        traceId,
        spanId: linkSpans[index] ?? '',
        attributes: linkAttributes[index] ?? {},
      })),
      peers,
    }
  },
})

async function readSpan(engine: Engine, ids: SpanIds): Promise<SpanDetails | undefined> {
  const bounds = await timeBounds(engine, [ids.traceId])
  if (bounds === null) return undefined
  const [row] = await engine.query<SpanDetails>(
    `SELECT ${SPAN_COLUMNS}, StatusMessage AS statusMessage, SpanAttributes AS attributes,
       ResourceAttributes AS resource, arrayMap(at -> toString(at), Events.Timestamp) AS eventTimes,
       Events.Name AS eventNames, Events.Attributes AS eventAttributes, Links.TraceId AS linkTraces,
       Links.SpanId AS linkSpans, Links.Attributes AS linkAttributes
     FROM otel_traces WHERE TraceId = {traceId:String} AND SpanId = {spanId:String} AND ${IN_BOUNDS} LIMIT 1`,
    { ...ids, ...bounds },
  )
  return row
}

function countExceptions(engine: Engine, ids: SpanIds): Promise<number> {
  return queryNumber(
    engine,
    'SELECT count() AS value FROM exceptions WHERE TraceId = {traceId:String} AND SpanId = {spanId:String}',
    ids,
  )
}

type PeerStats = { count: number; p50: number; p95: number; histogram: [bars: number[], counts: number[]] }

async function peersOf(engine: Engine, { service, name }: SpanDetails): Promise<SpanAnswer['peers']> {
  const [stats] = await engine.query<PeerStats>(
    `SELECT count() AS count, round(quantiles(0.5, 0.95)(Duration)[1]) AS p50,
       round(quantiles(0.5, 0.95)(Duration)[2]) AS p95,
       sumMap([toUInt32(floor(log2(greatest(Duration, 1)) * ${BARS_PER_DOUBLING}))],
         [toUInt64(1)]) AS histogram
     FROM otel_traces WHERE ServiceName = {service:String} AND SpanName = {name:String}
       AND Timestamp > now64(9) - toIntervalHour(24)`,
    { service, name },
  )
  if (!stats || stats.count === 0) return { count: 0, p50Ns: 0, p95Ns: 0, histogram: [] }
  const [bars, counts] = stats.histogram
  const [first, last] = [bars[0] ?? 0, bars.at(-1) ?? 0]
  const lowerBound = (bar: number): number => Math.round(2 ** (bar / BARS_PER_DOUBLING))
  const histogram = Array.from({ length: last - first + 1 }, (_, offset) => ({
    fromNs: lowerBound(first + offset),
    toNs: lowerBound(first + offset + 1),
    count: counts[bars.indexOf(first + offset)] ?? 0,
  }))
  return { count: stats.count, p50Ns: stats.p50, p95Ns: stats.p95, histogram }
}
