// The OpenTelemetry SDK; only this file imports it. Imports nothing of the entry or the client chunk.

import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traceApi,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, StackContextManager } from '@opentelemetry/sdk-trace-web'
import type { Navigation } from './navigation-span.ts'
import type { Attributes, ResourceAttributes } from '../options.ts'
import { readPageLoad, whenLoaded } from './page-load-span.ts'
import type { PageTrace, SpanIds } from './page-trace.ts'
import { requestSpan, type RequestRecord } from './request-record.ts'
import type { InitialRoute } from './route.ts'

/** 64 request spans, 43 KB, can be sent while a page closes. The default, 512 or 337 KB, would be lost. */
const batchSize = 64
const queueSize = 512
/** Long enough to batch the spans of a page load, short enough for someone waiting for a trace. */
const delayMs = 2000
/** Characters. */
const attributeLimit = 4096

export type Tracing = {
  /** Ids of the span that is active in the application's code, if any. */
  active(): SpanIds | undefined
  addRequest(request: RequestRecord): void
  addNavigation(navigation: Navigation): void
  /** True if everything was accepted. `last`: even if another flush is running. */
  flush(last?: boolean): Promise<boolean>
  shutdown(): Promise<void>
}

export type TracingOptions = {
  url: string
  trace: PageTrace
  /** Ids of the page load or of the navigation after it. */
  current: () => SpanIds
  resource: ResourceAttributes
  /** Session and user, added to each span. */
  identity: () => Attributes
  initialRoute: InitialRoute
  templateOf: (path: string) => string
}

/** `start`: milliseconds since the page's time origin. */
type SpanOptions = {
  name: string
  kind?: SpanKind
  start: number
  parent: Context
  spanId: string
  attributes: Attributes
}

export function startTracing(options: TracingOptions): Tracing {
  const { url, trace, current, resource, identity, initialRoute, templateOf } = options
  const ids = createIds(trace)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: attributeLimit },
    spanProcessors: [
      {
        onStart: (span) => void span.setAttributes(identity()),
        onEnd() {},
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
      },
      new BatchSpanProcessor(new OTLPTraceExporter({ url }), {
        maxExportBatchSize: batchSize,
        maxQueueSize: queueSize,
        scheduledDelayMillis: delayMs,
        disableAutoFlushOnDocumentHide: true,
      }),
    ],
  })
  const manager = new PageContext(current)
  context.setGlobalContextManager(manager.enable())
  traceApi.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer('@errata/monitoring')

  function startSpan({
    name,
    start,
    parent,
    spanId,
    attributes,
    kind = SpanKind.INTERNAL,
  }: SpanOptions): Span {
    ids.next = spanId
    return tracer.startSpan(name, { kind, startTime: performance.timeOrigin + start, attributes }, parent)
  }

  const load = startSpan({
    name: 'page load',
    start: 0,
    parent: trace.parentId ? contextOf({ ...trace, spanId: trace.parentId }) : ROOT_CONTEXT,
    spanId: trace.spanId,
    attributes: { 'url.path': initialRoute.path, 'url.full': location.origin + initialRoute.path },
  })
  const endLoad = whenLoaded(() => {
    const { attributes, events, end } = readPageLoad()
    load.setAttributes({ ...attributes, 'http.route': initialRoute.route() })
    for (const { name, at } of events) load.addEvent(name, performance.timeOrigin + at)
    load.end(performance.timeOrigin + end)
  })

  let flushing: Promise<boolean> | undefined
  return {
    active: () => traceApi.getSpanContext(manager.active()),
    addRequest(request) {
      const { start, end, parent, spanId } = request
      const { name, attributes, failed } = requestSpan(request, templateOf)
      const kind = SpanKind.CLIENT
      const span = startSpan({ name, kind, start, parent: contextOf(parent), spanId, attributes })
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(performance.timeOrigin + end)
    },
    addNavigation({ spanId, start, end, path, route }) {
      const attributes = { 'url.path': path, 'url.full': location.origin + path, 'http.route': route }
      const parent = contextOf(trace)
      const span = startSpan({ name: `navigation ${route}`, start, parent, spanId, attributes })
      span.end(performance.timeOrigin + end)
    },
    flush(last) {
      // One at a time: a relay that hangs must not occupy all connections of the application.
      if (!flushing || last) {
        flushing = provider
          .forceFlush()
          .then(() => true)
          .catch(() => false)
          .finally(() => (flushing = undefined))
      }
      return flushing
    },
    async shutdown() {
      endLoad()
      await provider.shutdown().catch(() => {})
      context.disable()
      traceApi.disable()
      propagation.disable()
    },
  }
}

/** Gives spans the ids that records and requests already have. */
function createIds({ traceId }: PageTrace) {
  return {
    /** Id of the next span; empty: a random id, for spans of the application. */
    next: '',
    generateTraceId: () => traceId,
    generateSpanId() {
      const id =
        this.next ||
        Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
          (byte || 1).toString(16).padStart(2, '0'),
        ).join('')
      this.next = ''
      return id
    },
  }
}

/**
 * Without an active span, the page load or navigation is the parent, so that a page has one trace. Not
 * Zone.js, which does not work with code for ES2017 and later.
 */
class PageContext extends StackContextManager {
  readonly #current: () => SpanIds

  constructor(current: () => SpanIds) {
    super()
    this.#current = current
  }

  override active(): Context {
    const active = super.active()
    return traceApi.getSpan(active) ? active : contextOf(this.#current(), active)
  }
}

function contextOf({ traceId, spanId }: SpanIds, parent = ROOT_CONTEXT): Context {
  return traceApi.setSpanContext(parent, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
}
