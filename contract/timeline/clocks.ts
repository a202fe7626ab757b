// Clock skew between services: measured in a trace, and corrected.
import type { Span, TraceAnswer } from '../traces.ts'
import { addNanos, nanosBetween } from './instants.ts'

/** Nanoseconds. A smaller difference is not visible, and clocks in a network are hardly more exact. */
const MIN_OFFSET = 5e6

/** A span and its parent in another service: nanoseconds after the start of the trace. */
type Call = { parentStart: number; parentEnd: number; start: number; end: number; isServed: boolean }

/**
 * Nanoseconds to add to the times of each service whose clock differs; positive: it is behind. The clock of
 * the first service is the reference. A call that starts before its caller, or a server that starts after its
 * client has ended, is impossible: if most calls of a service are impossible, its clock is corrected so that
 * they fit.
 */
export function clockOffsets({ start, spans }: TraceAnswer): Map<string, number> {
  const offsets = new Map<string, number>()
  for (const [service, calls] of callsByService(start, spans)) {
    const corrected = calls.map(({ parent, ...call }) => {
      const shift = offsets.get(parent) ?? 0
      return { ...call, parentStart: call.parentStart + shift, parentEnd: call.parentEnd + shift }
    })
    const impossible = corrected.filter(isImpossible)
    if (impossible.length * 2 <= corrected.length) continue
    const offset = fittingOffset(impossible)
    if (Math.abs(offset) >= MIN_OFFSET) offsets.set(service, offset)
  }
  return offsets
}

/** The trace with corrected times: spans, events, exceptions, start and duration. */
export function correctClocks(trace: TraceAnswer, offsets: ReadonlyMap<string, number>): TraceAnswer {
  if (offsets.size === 0) return trace
  const services = new Map(trace.spans.map(({ spanId, service }) => [spanId, service]))
  const shift = (instant: string, service: string | undefined) => {
    const offset = offsets.get(service ?? '')
    return offset === undefined ? instant : addNanos(instant, offset)
  }
  const moved = <Value extends { at: string; spanId: string }>(value: Value): Value => ({
    ...value,
    at: shift(value.at, services.get(value.spanId)),
  })
  const spans = trace.spans.map((span) =>
    offsets.has(span.service) ? { ...span, start: shift(span.start, span.service) } : span,
  )
  const starts = spans.map((span) => nanosBetween(trace.start, span.start))
  const first = starts.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const end = spans.reduce((latest, span, at) => Math.max(latest, (starts[at] ?? 0) + span.durationNs), first)
  return {
    ...trace,
    spans,
    start: addNanos(trace.start, first),
    durationNs: end - first,
    exceptions: trace.exceptions.map(moved),
    spanEvents: trace.spanEvents.map(moved),
  }
}

/** Callers come before the services they call. */
function callsByService(base: string, spans: Span[]): Map<string, (Call & { parent: string })[]> {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const calls = new Map<string, (Call & { parent: string })[]>()
  for (const span of spans) {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined
    // A queue may deliver a message long after the sender has ended.
    if (!parent || parent.service === span.service || span.kind === 'consumer') continue
    const parentStart = nanosBetween(base, parent.start)
    const start = nanosBetween(base, span.start)
    const call = {
      parent: parent.service,
      parentStart,
      parentEnd: parentStart + parent.durationNs,
      start,
      end: start + span.durationNs,
      isServed: span.kind === 'server' && parent.kind === 'client',
    }
    if (calls.get(span.service)?.push(call) === undefined) calls.set(span.service, [call])
  }
  return callersFirst(calls)
}

function callersFirst<Value extends { parent: string }>(calls: Map<string, Value[]>): Map<string, Value[]> {
  const ordered = new Map<string, Value[]>()
  const add = (service: string, path: ReadonlySet<string>) => {
    const list = calls.get(service)
    if (!list || ordered.has(service) || path.has(service)) return
    for (const parent of new Set(list.map((call) => call.parent))) add(parent, new Set([...path, service]))
    ordered.set(service, list)
  }
  for (const service of calls.keys()) add(service, new Set())
  return ordered
}

function isImpossible({ parentStart, parentEnd, start, isServed }: Call): boolean {
  return start < parentStart || (isServed && start > parentEnd)
}

/**
 * The middle of the offsets that fit all calls; if no offset does, the median of the offsets that centre each
 * call.
 */
function fittingOffset(calls: Call[]): number {
  const least = Math.max(...calls.map(({ parentStart, start }) => parentStart - start))
  const most = Math.min(...calls.map(({ parentEnd, end }) => parentEnd - end))
  if (least <= most) return Math.round((least + most) / 2)
  const centres = calls.map(
    ({ parentStart, parentEnd, start, end }) => (parentStart + parentEnd - start - end) / 2,
  )
  return Math.round(centres.toSorted((a, b) => a - b)[Math.floor(centres.length / 2)] ?? 0)
}
