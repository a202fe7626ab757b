// Spans of a trace for tests.
import type { Span } from '../../../../../contract/traces.ts'

const START = Date.parse('2026-11-20T14:31:02.112Z')

type Values = Partial<Span> & { startMs?: number; durationMs?: number }

/** A span named like its id. `startMs` is the time after the start of the trace. */
export function createSpan(spanId: string, parentSpanId: string | null, values: Values = {}): Span {
  const { startMs = 0, durationMs = 10, ...rest } = values
  return {
    spanId,
    parentSpanId,
    name: spanId,
    kind: 'internal',
    service: 'shop',
    start: new Date(START + startMs).toISOString(),
    durationNs: durationMs * 1e6,
    status: 'unset',
    exceptions: 0,
    ...rest,
  }
}
