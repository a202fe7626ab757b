// The OpenTelemetry SDK; only this file and `page-span.ts` import it. Imports nothing of the entry or the
// client chunk.

import { context, trace as traceApi, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, StackContextManager } from '@opentelemetry/sdk-trace-web'
import type { Navigation } from './navigation-span.ts'
import type { Attributes, ResourceAttributes } from '../options.ts'
import { readPageLoad, whenLoaded } from './page-load-span.ts'
import { attributeLimit, readableSpan, sampledContext, type PageSpan } from './page-span.ts'
import type { PageTrace, SpanIds } from './page-trace.ts'
import { requestSpan, type RequestRecord } from './request-record.ts'
import type { InitialRoute } from './route.ts'

/** 64 request spans, 43 KB, can be sent while a page closes. The default, 512 or 337 KB, would be lost. */
const batchSize = 64
const queueSize = 512
/** Long enough to batch the spans of a page load, short enough for someone waiting for a trace. */
const delayMs = 2000

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

export function startTracing(options: TracingOptions): Tracing {
  const { url, trace, current, resource, identity, initialRoute, templateOf } = options
  const processor = new BatchSpanProcessor(new OTLPTraceExporter({ url }), {
    maxExportBatchSize: batchSize,
    maxQueueSize: queueSize,
    scheduledDelayMillis: delayMs,
    disableAutoFlushOnDocumentHide: true,
  })
  const pageResource = resourceFromAttributes(resource)
  /** For spans of the application, which most pages do not have. */
  let provider: BasicTracerProvider | undefined
  const createProvider = () =>
    new BasicTracerProvider({
      resource: pageResource,
      idGenerator: idsOf(trace),
      spanLimits: { attributeValueLengthLimit: attributeLimit },
      spanProcessors: [
        {
          onStart: (span) => void span.setAttributes(identity()),
          onEnd: (span) => processor.onEnd(span),
          forceFlush: () => Promise.resolve(),
          shutdown: () => Promise.resolve(),
        },
      ],
    })
  const manager = new PageContext(current)
  context.setGlobalContextManager(manager.enable())
  traceApi.setGlobalTracerProvider({
    getTracer: (...parameters) => (provider ??= createProvider()).getTracer(...parameters),
  })

  // A page may have hundreds of requests: its other spans tell which flags it had.
  const endSpan = (span: PageSpan) => {
    const common = span.isClient ? withoutFlags(identity()) : identity()
    processor.onEnd(readableSpan({ ...span, attributes: { ...common, ...span.attributes } }, pageResource))
  }
  const endLoad = whenLoaded(() => {
    const { attributes, events, end } = readPageLoad()
    const { path, route } = initialRoute
    endSpan({
      ids: trace,
      parentId: trace.parentId,
      name: 'page load',
      start: 0,
      end,
      attributes: {
        ...attributes,
        'url.path': path,
        'url.full': location.origin + path,
        'http.route': route(),
      },
      events,
    })
  })

  let flushing: Promise<boolean> | undefined
  return {
    active: () => traceApi.getSpanContext(manager.active()),
    addRequest(request) {
      const { parent, spanId } = request
      const ids = { traceId: parent.traceId, spanId }
      endSpan({
        ...request,
        ...requestSpan(request, templateOf),
        ids,
        parentId: parent.spanId,
        isClient: true,
      })
    },
    addNavigation({ spanId, start, end, path, route }) {
      endSpan({
        ids: { ...trace, spanId },
        parentId: trace.spanId,
        name: `navigation ${route}`,
        start,
        end,
        attributes: { 'url.path': path, 'url.full': location.origin + path, 'http.route': route },
      })
    },
    flush(last) {
      // One at a time: a relay that hangs must not occupy all connections of the application.
      if (!flushing || last) {
        flushing = processor
          .forceFlush()
          .then(() => true)
          .catch(() => false)
          .finally(() => (flushing = undefined))
      }
      return flushing
    },
    async shutdown() {
      endLoad()
      await processor.shutdown().catch(() => {})
      context.disable()
      traceApi.disable()
    },
  }
}

/** For spans of the application: a page has one trace. */
function idsOf({ traceId }: PageTrace) {
  return {
    generateTraceId: () => traceId,
    generateSpanId: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
        (byte || 1).toString(16).padStart(2, '0'),
      ).join(''),
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
    return traceApi.getSpan(active)
      ? active
      : traceApi.setSpanContext(active, sampledContext(this.#current()))
  }
}

function withoutFlags(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('errata.flag.')))
}
