// Spans of the page itself, as the exporter of OpenTelemetry reads them. They have ended already, so they
// need no tracer.

import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-web'
import type { Attributes } from '../options.ts'
import type { SpanIds } from './page-trace.ts'

/** Characters. */
export const attributeLimit = 4096

/** Times in milliseconds since the page's time origin. */
export type PageSpan = {
  ids: SpanIds
  parentId: string | undefined
  name: string
  start: number
  end: number
  attributes: Attributes
  events?: { name: string; at: number }[]
  /** A request. */
  isClient?: boolean
  failed?: boolean
}

export function readableSpan(span: PageSpan, resource: Resource): ReadableSpan {
  const { ids, parentId, name, start, end, attributes, events = [], isClient, failed } = span
  const spanContext = sampledContext(ids)
  return {
    name,
    kind: isClient ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => spanContext,
    ...(parentId && { parentSpanContext: { ...spanContext, spanId: parentId } }),
    startTime: timeOf(start),
    endTime: timeOf(end),
    duration: [0, 0],
    ended: true,
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: limited(attributes),
    links: [],
    events: events.map((event) => ({ name: event.name, time: timeOf(event.at) })),
    resource,
    instrumentationScope: { name: '@errata/monitoring' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

export function sampledContext({ traceId, spanId }: SpanIds): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
}

/** Seconds and nanoseconds since 1970. */
function timeOf(at: number): HrTime {
  const ms = performance.timeOrigin + at
  return [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)]
}

function limited(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value.slice(0, attributeLimit) : value]],
    ),
  )
}
