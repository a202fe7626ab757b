/** Value of an attribute. */
export type AttributeValue = string | number | boolean
export type Attributes = Record<string, AttributeValue | undefined>
/** `browser.brands` is a list. */
export type ResourceAttributes = Record<string, AttributeValue | string[] | undefined>

/**
 * One record, as `beforeSend` receives it. Attribute names follow OpenTelemetry's semantic conventions; those
 * beyond them begin with `errata.`
 */
export type MonitoringRecord = {
  /** `exception`, `session.start`, `session.end` or `browser.web_vital`. */
  eventName: string
  /** 21: application gone · 17: uncaught or caught by a boundary · 13: handled or recovered · 9: no error. */
  severityNumber: number
  /** Ids of the active trace and span: 32 and 16 hex digits. */
  traceId: string
  spanId: string
  /**
   * `exception.type`, `exception.message`, `exception.stacktrace`, `errata.digest`, `errata.mechanism`,
   * `errata.breadcrumbs`, `url.full`, `session.id`, `user.id`, …
   */
  attributes: Attributes
}

/**
 * Options of `init`. Only `service` is required, and not where the Vite plugin has it.
 *
 * Every record and span is sent with the resource: service, release, environment, `attributes`, user agent,
 * language. Stored in the browser: a random session id and the number of records sent in `sessionStorage`,
 * and what `keepUnsent` and `reloadStale` describe. No cookies, no fingerprint, no typed values, no text of
 * clicked elements.
 */
export type Options = {
  /** Name of the application, the same in all of its pages: `service.name`. Example: `'shop'`. */
  service?: string | undefined
  /**
   * `service.version`: version of the running code, such as `'1.4.2'` or a commit hash. Default: none.
   * Regressions are detected by it.
   */
  release?: string | undefined
  /** Where the application runs: `deployment.environment.name`. Default: none. Example: `'production'`. */
  environment?: string | undefined
  /** URL for everything, absolute or relative; requests to it are not recorded. Default `'/monitoring'`. */
  url?: string | undefined
  /**
   * Share of page loads whose spans are sent, 0 to 1. Default: 1 on a loopback host, else 0.1. Decided once
   * per page by its trace id, or by the server's `<meta name="traceparent">`, so that a trace is complete or
   * absent. Errors are always sent. With 0 the tracing code is not loaded.
   */
  tracesSampleRate?: number | undefined
  /**
   * Other origins whose requests get the header `traceparent`; a string is a prefix of the URL. They must
   * allow the header by CORS. Default: none; the page's own origin always gets it. Example:
   * `['https://api.shop.example/']`.
   */
  propagateTo?: (string | RegExp)[] | undefined
  /**
   * Errors that are not reported; a string is a part of `Type: message`. Default: none; messages of
   * `ResizeObserver` are never reported. Example: `['NetworkError', /Script error/]`.
   */
  ignoreErrors?: (string | RegExp)[] | undefined
  /**
   * Called with each record before it is sent: return it, changed or not, or null to drop it. Default: none.
   * The message is part of `exception.stacktrace` too. If it throws, the record is sent without message,
   * stack, URL and breadcrumbs, so that nothing leaks and the digest can still be found.
   */
  beforeSend?: ((record: MonitoringRecord) => MonitoringRecord | null) | undefined
  /**
   * Returns the route's pattern, `http.route` of every record and navigation, e.g. `reactRouterRoute(router)`
   * or `tanStackRoute(router)` of `@errata/monitoring/react`. Called for each record. Default, also for
   * undefined or when it throws: the path with its ids replaced, `/orders/{id}`.
   */
  route?: (() => string | undefined) | undefined
  /**
   * Reload the page when one of its chunks is missing, as after a deploy; at most once an hour in a tab.
   * Default false. What the user has typed is lost.
   */
  reloadStale?: boolean | undefined
  /**
   * Report errors that are printed with `console.error` and that nothing else has reported: routers and
   * frameworks print what they catch. Severity 13. Default true.
   */
  consoleErrors?: boolean | undefined
  /** Store unsent records for the tab's next page, at most 64 KiB in `sessionStorage`. Default false. */
  keepUnsent?: boolean | undefined
  /**
   * Measure web vitals: LCP, INP, CLS, FCP and TTFB, each once per page load, when the page is first hidden.
   * Sent as log records `browser.web_vital` with value, rating and loaded route, whatever `tracesSampleRate`
   * is. Default false: a chunk of 3 KB and up to five records per page load. No content is read.
   */
  vitals?: boolean | undefined
  /** Added to the resource of every record and span. Default: none. Example: `{ 'app.tenant': 'north' }`. */
  attributes?: Attributes | undefined
  /** Show the fallback screen when the application is gone. Default true. false: the page remains blank. */
  fallback?: boolean | undefined
  /**
   * Selector of the element the application mounts in. Default `'#root, #app'`. An uncaught error while it is
   * empty, and still empty half a second later, is fatal.
   */
  root?: string | undefined
  /** false: nothing is monitored, sent or shown, and every function can still be called. Default true. */
  enabled?: boolean | undefined
}

export type CaptureContext = {
  /** false: the application could not go on; severity 17 instead of 13. Default true. */
  handled?: boolean | undefined
  /** true: the application is gone; paints the fallback screen over the page; severity 21. Default false. */
  fallback?: boolean | undefined
  /** Added to this record. Example: `{ 'order.id': 'A-1042' }`. */
  attributes?: Attributes | undefined
  /** OpenTelemetry's severity number, 1 to 24, instead of the one that follows from `handled`. */
  severity?: number | undefined
}
