// Spans of a page: page load, navigations, requests. Queued until the tracing chunk has loaded.

import { startNavigationSpan, type NavigationSpan } from './navigation-span.ts'
import type { SpanIds } from './page-trace.ts'
import type { RequestRecord } from './request-record.ts'
import type { startTracing, Tracing, TracingOptions } from './tracing.ts'

/** Spans queued for the tracing chunk. */
const queueLimit = 50

type PageSpans = {
  /** Ids of the active span: the application's, else the navigation's, else the page load's. */
  active(this: void): SpanIds
  /** The same for a request that starts now; the navigation then waits for it. */
  activeForRequest(this: void): SpanIds
  navigated(): void
  requestEnded(request: RequestRecord): void
  /** An error makes an unsampled page sampled, including its latest spans before the error. */
  errorOccurred(): void
  /** False if spans were not accepted; undefined without tracing. */
  flush(): Promise<boolean> | undefined
  /** Ends the navigation and sends everything: the page is closing. */
  end(): void
  shutdown(): Promise<void>
}

type PageSpansOptions = Omit<TracingOptions, 'current'> & {
  route: () => string
  newSpanId: () => string
  /** The sample rate is 0: nothing is ever recorded. */
  off: boolean
  loadTracing: () => Promise<{ startTracing: typeof startTracing }>
}

export function createPageSpans(options: PageSpansOptions): PageSpans {
  const { trace, route, templateOf, newSpanId, off, loadTracing, ...shared } = options
  const queue: ((tracing: Tracing) => void)[] = []
  let tracing: Tracing | undefined
  let closed = false
  let navigation: NavigationSpan | undefined
  let current: SpanIds = trace

  const withTracing = (action: (tracing: Tracing) => void) => {
    if (tracing) action(tracing)
    else if (!off && queue.push(action) > queueLimit) queue.shift()
  }
  const active = () => tracing?.active() ?? current

  function start(): void {
    // Errors are reported without this chunk too.
    void loadTracing().then(
      ({ startTracing }) => {
        if (closed) return
        tracing = startTracing({ ...shared, trace, templateOf, current: () => current })
        for (const action of queue.splice(0)) action(tracing)
      },
      () => {},
    )
  }
  if (trace.sampled) start()
  return {
    active,
    activeForRequest() {
      const ids = active()
      if (ids.spanId === navigation?.spanId) navigation.requestStarted()
      return ids
    },
    navigated() {
      navigation?.end()
      navigation = startNavigationSpan(
        newSpanId(),
        (path) => (location.pathname === path ? route() : undefined),
        (ended) =>
          withTracing((tracing) =>
            tracing.addNavigation({ ...ended, route: ended.route || templateOf(ended.path) }),
          ),
      )
      current = { traceId: trace.traceId, spanId: navigation.spanId }
    },
    requestEnded(request) {
      if (request.parent.spanId === navigation?.spanId) navigation.requestEnded()
      withTracing((tracing) => tracing.addRequest(request))
    },
    errorOccurred() {
      if (trace.sampled || off) return
      trace.sampled = true
      start()
    },
    flush: () => tracing?.flush(),
    end() {
      navigation?.end()
      void tracing?.flush(true)
    },
    async shutdown() {
      closed = true
      navigation?.end()
      await tracing?.shutdown()
    },
  }
}
