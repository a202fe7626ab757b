// An exception that passes through several spans is recorded on each of them, as OpenTelemetry's
// instrumentations of servers do. It is one occurrence.
import type { Attributes } from './attributes.ts'

/** `start` and `end` in nanoseconds. */
type SpanTimes = { traceId: string; spanId: string; start: bigint; end: bigint }

/** Spans of one exception that are compared: no application calls so deep, and others cost time. */
const MAX_SPANS = 32

/**
 * OpenTelemetry's SDK for JavaScript cuts a span's start to the millisecond and measures its duration
 * exactly: the end of a span is up to 1 ms early, and its child may seem to end after it.
 */
const CLOCK_STEP_NS = 1_000_000n

/** Of one request: the spans that an exception passes through end together, so most often it has them all. */
export class RepeatedExceptions {
  readonly #spans = new Map<string, SpanTimes[]>()

  /**
   * Whether the same exception was recorded on another span of the trace that this span is in, or that is in
   * this span. Spans side by side, as of several attempts, each have an occurrence of their own.
   */
  has(exception: Attributes, span: SpanTimes): boolean {
    const texts = ['type', 'message', 'stacktrace'].map((name) => exception[`exception.${name}`] ?? '')
    const key = [span.traceId, ...texts].join('\n')
    const spans = this.#spans.get(key) ?? []
    const isRepeated = spans.some(
      (other) => other.spanId !== span.spanId && (isIn(other, span) || isIn(span, other)),
    )
    if (spans.length < MAX_SPANS) this.#spans.set(key, [...spans, span])
    return isRepeated
  }
}

function isIn(inner: SpanTimes, outer: SpanTimes): boolean {
  return outer.start <= inner.start && inner.end <= outer.end + CLOCK_STEP_NS
}
