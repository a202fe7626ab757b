/** What an attribute may hold. */
export type AttributeValue = string | number | boolean
export type Attributes = Record<string, AttributeValue | undefined>

/** One record as `beforeSend` sees it; attribute names follow OpenTelemetry's semantic conventions, own ones begin with `errata.` */
export type MonitoringRecord = {
  /** `exception`, `session.start` or `browser.web_vital`. */
  eventName: string
  /** 21 the application is gone · 17 uncaught, or caught by a boundary · 13 handled or recovered · 9 no error at all. */
  severityNumber: number
  /** The trace and span that were active: 32 and 16 hex digits. */
  traceId: string
  spanId: string
  /** `exception.type`, `exception.message`, `exception.stacktrace`, `errata.digest`, `errata.mechanism`, `errata.breadcrumbs`, `url.full`, `session.id`, `user.id`, … */
  attributes: Attributes
}

/**
 * How the page is watched. Only `service` is needed.
 *
 * Leaves the page at all times: the resource (service, release, environment, `attributes`, user agent, language). Nothing is written
 * to storage but a random session id in `sessionStorage`, and what `keepUnsent` and `reloadStale` say. No cookies, no fingerprint, no values typed, no text clicked.
 */
export type Options = {
  /** Name of the application, the same in every page of it: `service.name`. Example: `'shop'`. */
  service: string
  /** Version of the code that runs: `service.version`. Default: none. Give it: regressions are told apart by it. Example: `'1.4.2'` or a commit. */
  release?: string | undefined
  /** Where the application runs: `deployment.environment.name`. Default: none. Example: `'production'`. */
  environment?: string | undefined
  /** Where everything is sent, relative to the page or absolute. Default `'/monitoring'`. The path is never watched itself. */
  url?: string | undefined
  /**
   * Share of page loads whose spans are sent, 0 to 1. Default 1 on a loopback host, else 0.1. Decided once per page by its trace id (or by
   * the server's `<meta name="traceparent">`), so a trace is whole or absent. Errors are never sampled. At 0 the tracing code is not even loaded.
   */
  tracesSampleRate?: number | undefined
  /**
   * Other origins whose requests get a `traceparent` header; a string is a prefix of the URL. Default: none; the own origin always gets it.
   * They must allow the header by CORS. Example: `['https://api.shop.example/']`.
   */
  propagateTo?: (string | RegExp)[] | undefined
  /** Errors that nobody can act on: a string is part of `Type: message`. Default: none beyond the noise of `ResizeObserver`. Example: `['NetworkError', /Script error/]`. */
  ignoreErrors?: (string | RegExp)[] | undefined
  /**
   * Last look at a record: return it, changed or not, or null to drop it. Default: none. A message stands in `exception.stacktrace` once more. If it throws, the record leaves without message, stack,
   * address and breadcrumbs: what it was there to hide stays hidden, and the digest can still be found.
   */
  beforeSend?: ((record: MonitoringRecord) => MonitoringRecord | null) | undefined
  /**
   * The pattern of the route that is shown, `http.route` of every record and navigation. Default: the path with its ids taken out, `/orders/{id}`. Asked
   * at the time of each record. Example: `() => reactRouterRoute(router)` or `() => tanStackRoute(router)`, both from `@errata/monitoring/react`.
   */
  route?: (() => string | undefined) | undefined
  /**
   * Whether the page is loaded again when a chunk of it is gone, as after a deploy; at most once an hour in a tab. Default false. What the reader
   * typed is lost with it.
   */
  reloadStale?: boolean | undefined
  /**
   * Whether what could not be sent is kept for the next page of the same tab, at most 64 KiB in `sessionStorage`. Default false: nothing
   * but the session id is written to storage.
   */
  keepUnsent?: boolean | undefined
  /**
   * Whether web vitals are measured: LCP, INP, CLS, FCP and TTFB, each once per page load, when the page is first put away, as log records
   * `browser.web_vital` with value, rating and the route that was loaded. From every page load, whatever `tracesSampleRate` says. Default false: it costs
   * a further chunk of 3 KB and up to five records per page load, more than most pages send otherwise. Nothing of the content is read. Example: `true`.
   */
  vitals?: boolean | undefined
  /** Added to the resource, so to every record and span. Default: none. Example: `{ 'app.tenant': 'north' }`. */
  attributes?: Attributes | undefined
  /** Whether the fallback screen is painted when the application is gone. Default true. With false the page stays blank, as without monitoring. */
  fallback?: boolean | undefined
  /** The element the application mounts in, as a selector. Default `'#root, #app'`. While it is empty an uncaught error means that nothing will be mounted. */
  root?: string | undefined
  /** false: nothing is watched, sent or painted, and every function still works. Default true. */
  enabled?: boolean | undefined
}

export type CaptureContext = {
  /** false when the application could not go on: severity 17 instead of 13. Default true. */
  handled?: boolean | undefined
  /** Added to this record alone. Example: `{ 'order.id': 'A-1042' }`. */
  attributes?: Attributes | undefined
  /** OpenTelemetry's severity number, 1 to 24, instead of the one that follows from `handled`. */
  severity?: number | undefined
}
