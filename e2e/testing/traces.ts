// Traces of several services, as a test describes them.
import type { TraceAnswer } from '../../contract/traces.ts'
import { getJson, send } from './http.ts'
import { attributes, nanoseconds, newSpanId, newTraceId, spansOf } from './telemetry.ts'
import { waitFor } from './wait-for.ts'

export type SpanInput = {
  /** Unique within the trace, unless it has an `id`: `parent` names it. */
  name: string
  id?: string
  parent?: string
  service: string
  /** Milliseconds after the start of the trace, by the clock of its service. */
  start: number
  milliseconds: number
  failed?: boolean
  /** As in OTLP: 1 internal, 2 server, 3 client. */
  kind?: number
  attributes?: Record<string, string>
  /** Milliseconds after the start of the trace. */
  events?: { name: string; at: number }[]
}
export type SentTrace = { traceId: string; spanIds: Map<string, string> }

/** Sends a trace, and waits until it can be queried. `at`: its start, milliseconds since 1970. */
export async function sendTrace(
  url: string,
  spans: SpanInput[],
  at = Date.now() - 90_000,
): Promise<SentTrace> {
  const traceId = newTraceId()
  const spanIds = new Map(spans.map(({ name, id = name }) => [id, newSpanId()]))
  const resourceSpans = [...Map.groupBy(spans, ({ service }) => service)].flatMap(([service, group]) => {
    const items = group.map((span) => toOtlp(span, { traceId, spanIds, at }))
    return spansOf({ 'service.name': service }, items).resourceSpans
  })
  await send(url, { resourceSpans })
  await waitFor('the trace', async () => {
    const { totalSpans } = await getJson<TraceAnswer>(`${url}/api/traces/${traceId}`).catch(() => ({
      totalSpans: 0,
    }))
    return totalSpans === spans.length || undefined
  })
  return { traceId, spanIds }
}

function toOtlp(span: SpanInput, { traceId, spanIds, at }: SentTrace & { at: number }) {
  const { name, id = name, parent, start, milliseconds, failed, kind = 1, events = [] } = span
  return {
    traceId,
    spanId: spanIds.get(id),
    ...(parent ? { parentSpanId: spanIds.get(parent) } : {}),
    name,
    kind,
    startTimeUnixNano: nanoseconds(at + start),
    endTimeUnixNano: nanoseconds(at + start + milliseconds),
    status: failed ? { code: 2 } : {},
    attributes: attributes(span.attributes ?? {}),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: nanoseconds(at + event.at),
      attributes: [],
    })),
  }
}
