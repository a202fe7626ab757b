// The only file that names OpenTelemetry's SDK: its successor is a change here and nowhere else. Loaded after the errors are watched.
// It imports nothing of ours but types, so that as a chunk it never pulls the entry in a second time.

import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, StackContextManager } from '@opentelemetry/sdk-trace-web'
import type { Ids, Trip } from './fetch.ts'
import type { Landing } from './landing.ts'
import type { Attributes } from './options.ts'
import type { Page } from './page.ts'
import type { Navigation } from './visit.ts'

/** 64 request spans are 43 KB: what a browser still delivers when the page closes. With the exporter's own 512 it is 337 KB, and lost. */
const batchSize = 64
const queueSize = 512
/** Long enough to gather a page load, short enough that whoever looks for a trace finds it. */
const delayMs = 2000
const attributeLimit = 4096

export type Tracing = {
  /** Ids of the span that is active in the application's code, or undefined. */
  active(): { traceId: string; spanId: string } | undefined
  add(trip: Trip): void
  navigated(navigation: Navigation): void
  /** True when all was taken. `last`: whatever is under way, nothing may stay behind. */
  flush(last?: boolean): Promise<boolean>
  shutdown(): Promise<void>
}

type Setting = {
  url: string
  page: Page
  /** Where the page is now: the page load or a later navigation. */
  place: () => Ids
  resource: Attributes
  landing: Landing
  templateOf: (path: string) => string
}

export function startTracing({ url, page, place, resource, landing, templateOf }: Setting): Tracing {
  const ids = createIds(page)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: attributeLimit },
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url }), {
        maxExportBatchSize: batchSize,
        maxQueueSize: queueSize,
        scheduledDelayMillis: delayMs,
        disableAutoFlushOnDocumentHide: true,
      }),
    ],
  })
  const manager = new PageContext(place)
  context.setGlobalContextManager(manager.enable())
  trace.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer('@errata/monitoring')

  function start(
    name: string,
    kind: SpanKind,
    startTime: number,
    parent: Context,
    spanId: string,
    attributes: Attributes,
  ): Span {
    ids.next = spanId
    return tracer.startSpan(name, { kind, startTime, attributes }, parent)
  }

  let flushing: Promise<boolean> | undefined
  const before = page.parentSpanId ? contextOf({ ...page, spanId: page.parentSpanId }) : ROOT_CONTEXT
  const load = start('page load', SpanKind.INTERNAL, performance.timeOrigin, before, page.spanId, {
    'url.path': landing.path,
    'url.full': location.origin + landing.path,
  })
  const stopWaiting = whenLoaded(() => {
    const [timing] = performance.getEntriesByType('navigation')
    load.setAttribute('http.route', landing.route())
    if (timing) describeLoad(load, timing)
    load.end(performance.timeOrigin + (timing?.loadEventEnd || performance.now()))
  })

  return {
    active: () => trace.getSpanContext(manager.active()),
    add({ method, url, parent, spanId, start: from, end, status, error }) {
      const template = templateOf(url.pathname)
      const failure = status === undefined ? nameOf(error) : status >= 400 ? String(status) : undefined
      const span = start(
        `${method} ${template}`,
        SpanKind.CLIENT,
        performance.timeOrigin + from,
        contextOf(parent),
        spanId,
        {
          'http.request.method': method,
          'http.response.status_code': status,
          'url.full': url.origin + url.pathname,
          'url.path': url.pathname,
          'url.template': template,
          'server.address': url.hostname,
          'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
          'error.type': failure,
        },
      )
      // Who aborts a request has no use for it any more: that is no failure.
      if (failure && failure !== 'AbortError') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(performance.timeOrigin + end)
    },
    navigated({ spanId, start: from, end, path, route: named }) {
      const span = start(
        `navigation ${named}`,
        SpanKind.INTERNAL,
        performance.timeOrigin + from,
        contextOf(page),
        spanId,
        {
          'url.path': path,
          'url.full': location.origin + path,
          'http.route': named,
        },
      )
      span.end(performance.timeOrigin + end)
    },
    flush(last) {
      // One at a time: a relay that hangs would otherwise hold all the connections the application needs.
      if (!flushing || last) {
        flushing = provider
          .forceFlush()
          .then(
            () => true,
            () => false,
          )
          .finally(() => {
            flushing = undefined
          })
      }
      return flushing
    },
    async shutdown() {
      stopWaiting()
      await provider.shutdown().catch(() => {})
      context.disable()
      trace.disable()
      propagation.disable()
    },
  }
}

/** Spans get the ids that records already carry. */
function createIds(page: Page): { next: string; generateTraceId(): string; generateSpanId(): string } {
  return {
    next: '',
    generateTraceId: () => page.traceId,
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

/** Where nothing else is active the page is, or the navigation it is in, so that spans of the application join its trace. */
class PageContext extends StackContextManager {
  readonly #place: () => Ids

  constructor(place: () => Ids) {
    super()
    this.#place = place
  }

  override active(): Context {
    const active = super.active()
    return trace.getSpan(active) ? active : trace.setSpanContext(active, sampled(this.#place()))
  }
}

function contextOf(parent: Ids): Context {
  return trace.setSpanContext(ROOT_CONTEXT, sampled(parent))
}

function sampled({ traceId, spanId }: Ids): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
}

/** The load event's own end is only known after it. Returns how to give up waiting: what is known then is recorded. */
function whenLoaded(then: () => void): () => void {
  let done = false
  const once = () => {
    if (!done) then()
    done = true
  }
  const later = () => setTimeout(once)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
  addEventListener('pagehide', once, { once: true, capture: true })
  return () => {
    once()
    removeEventListener('load', later)
    removeEventListener('pagehide', once, true)
  }
}

function describeLoad(span: Span, timing: PerformanceNavigationTiming): void {
  span.setAttributes({
    'http.response.status_code': timing.responseStatus,
    'errata.navigation_type': timing.type,
    'http.response.body.size': timing.encodedBodySize,
  })
  for (const name of [
    'fetchStart',
    'responseStart',
    'responseEnd',
    'domInteractive',
    'domContentLoadedEventEnd',
    'domComplete',
    'loadEventEnd',
  ] as const) {
    if (timing[name]) span.addEvent(name, performance.timeOrigin + timing[name])
  }
  for (const paint of performance.getEntriesByType('paint'))
    span.addEvent(paint.name, performance.timeOrigin + paint.startTime)
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : 'Error'
}
