// Which spans an answer with a limit has: those that explain an exception, and their callers.
import type { Engine } from '../../database/engine/engine.ts'
import { IN_BOUNDS } from './spans.ts'

/** Where the reader looks: a span (empty: none) and an instant in nanoseconds since 1970 (null: none). */
export type SpanFocus = { spanId: string; around: bigint | null }

/** Spans that are read to choose from: as many as the largest answer has. */
const MAX_CANDIDATES = 50_000

/** Of the limit: 50,000 children of one parent must not displace failed spans elsewhere. */
const RELATIVES_SHARE = 0.5

/** `distance`: nanoseconds between the span and the instant; `isLater`: it starts after it. */
type Candidate = {
  spanId: string
  parentSpanId: string
  distance: number
  isLater: number
  isFailed: number
}

type Input = {
  traceId: string
  bounds: { start: string; end: string }
  limit: number
  focus: SpanFocus
}

/**
 * Ids of at most `limit` spans, each with all its ancestors as far as the limit allows: the focused span, its
 * siblings, the siblings of its ancestors, failed spans, then the others; the nearest in time first.
 */
export async function selectSpans(
  engine: Engine,
  { traceId, bounds, limit, focus }: Input,
): Promise<string[]> {
  const candidates = await engine.query<Candidate>(
    `SELECT SpanId AS spanId, ParentSpanId AS parentSpanId, StatusCode = 'Error' AS isFailed,
       toUnixTimestamp64Nano(Timestamp) AS start, start > {around:Int64} AS isLater,
       toFloat64(greatest(start - {around:Int64}, {around:Int64} - start - toInt64(Duration), 0)) AS distance
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_BOUNDS}
     ORDER BY isLater, distance, SpanId LIMIT 1 BY SpanId LIMIT ${MAX_CANDIDATES}`,
    { traceId, ...bounds, around: String(focus.around ?? 0n) },
  )
  return chooseSpans(candidates, focus.spanId, limit)
}

/** `candidates`: the nearest first. */
function chooseSpans(candidates: Candidate[], spanId: string, limit: number): string[] {
  const byId = new Map(candidates.map((candidate) => [candidate.spanId, candidate]))
  const chosen = new Set<string>()
  const add = (id: string, max: number): void => {
    const room = max - chosen.size
    const chain = room > 0 ? unchosenAncestors(byId, id, { chosen, max: room + 1 }) : []
    if (chain.length <= room) for (const link of chain) chosen.add(link)
  }
  const relatives = Math.ceil(limit * RELATIVES_SHARE)
  const path = new Set(unchosenAncestors(byId, spanId, { chosen, max: relatives }))
  for (const id of path) chosen.add(id)
  for (const { spanId, parentSpanId } of candidates) if (path.has(parentSpanId)) add(spanId, relatives)
  for (const { spanId, isFailed, isLater } of candidates) if (isFailed && !isLater) add(spanId, limit)
  for (const { spanId } of candidates) add(spanId, limit)
  return [...chosen]
}

/** The span and its ancestors, at most `max`, up to one that is chosen already. */
function unchosenAncestors(
  byId: Map<string, Candidate>,
  id: string,
  { chosen, max }: { chosen: ReadonlySet<string>; max: number },
): string[] {
  const chain = new Set<string>()
  for (let at = byId.get(id); at && chain.size < max; at = byId.get(at.parentSpanId)) {
    if (chosen.has(at.spanId) || chain.has(at.spanId)) break
    chain.add(at.spanId)
  }
  return [...chain]
}
