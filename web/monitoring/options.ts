// Public types: options, attributes and records.

/** Value of an attribute. */
export type AttributeValue = string | number | boolean
export type Attributes = Record<string, AttributeValue | undefined>
/** `browser.brands` is a list. */
export type ResourceAttributes = Record<string, AttributeValue | string[] | undefined>

/**
 * One record, as passed to `beforeSend`. Attribute names follow OpenTelemetry's semantic conventions; others
 * start with `errata.`
 */
export type MonitoringRecord = {
  /** `exception`, `session.start`, `session.end`, `browser.web_vital` or `user.feedback`. */
  eventName: string
  /**
   * 21: application gone · 17: uncaught or caught by a boundary · 13: handled or recovered · 9: not an error.
   */
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
 * Options of `init`. Only `service` is required, unless the Vite plugin sets it.
 *
 * Every record and span includes the resource: service, release, environment, `attributes`, user agent,
 * language. `sessionStorage` holds a random session id and the number of records sent, and the data that
 * `keepUnsent` and `reloadStale` describe. No cookies, no fingerprint, no typed values, no text of clicked
 * elements.
 */
export type Options = {
  /** Name of the application, the same on all of its pages: `service.name`. Example: `'shop'`. */
  service?: string | undefined
  /**
   * `service.version`: version of the running code, such as `'1.4.2'` or a commit hash. Default: none.
   * Needed to detect regressions.
   */
  release?: string | undefined
  /** Where the application runs: `deployment.environment.name`. Default: none. Example: `'production'`. */
  environment?: string | undefined
  /** URL to report to, absolute or relative; requests to it are not recorded. Default `'/monitoring'`. */
  url?: string | undefined
  /**
   * Share of page loads whose spans are sent, 0 to 1. Default: 1 on a loopback host, otherwise 0.1. Decided
   * once per page by its trace id, or by the server's `<meta name="traceparent">`, so that a trace is
   * complete or absent. Errors are always sent. With 0 the tracing code is not loaded.
   */
  tracesSampleRate?: number | undefined
  /**
   * Returns the share for this page load instead of `tracesSampleRate`; true is 1, false 0. Called once by
   * `init`, for example with a look at `location`. A decision of the server still applies. Default: none.
   */
  tracesSampler?: (() => number | boolean) | undefined
  /**
   * Other origins whose requests get the `traceparent` header; a string is a prefix of the URL. They must
   * allow the header with CORS. Default: none; requests to the page's own origin always get it. Example:
   * `['https://api.shop.example/']`.
   */
  propagateTo?: (string | RegExp)[] | undefined
  /**
   * Errors to ignore; a string is a part of `Type: message`. Default: none; messages of `ResizeObserver` are
   * never reported. Example: `['NetworkError', /Script error/]`.
   */
  ignoreErrors?: (string | RegExp)[] | undefined
  /**
   * Errors to ignore by the URL of the file that threw, or of the resource; a string is a part of it.
   * Default: none. Example: `['chrome-extension://', 'https://ads.example/']`.
   */
  denyUrls?: (string | RegExp)[] | undefined
  /**
   * Called with each record before it is sent: return it, changed or not, or null to drop it. Default: none.
   * The message is also part of `exception.stacktrace`. If it throws, the record is sent without message,
   * stack, URL and breadcrumbs, so that nothing leaks and the digest can still be looked up.
   */
  beforeSend?: ((record: MonitoringRecord) => MonitoringRecord | null) | undefined
  /**
   * Returns the route's pattern, `http.route` of every record and navigation, e.g. `reactRouterRoute(router)`
   * or `tanStackRoute(router)` of `@errata/monitoring/react`. Called for each record. Default, and if it
   * returns undefined or throws: the path with its ids replaced, `/orders/{id}`.
   */
  route?: (() => string | undefined) | undefined
  /**
   * Reload the page when one of its chunks is missing, for example after a deploy; at most once an hour in a
   * tab. Default false. Typed text is lost.
   */
  reloadStale?: boolean | undefined
  /**
   * Report errors and failed responses that are printed with `console.error` and not reported otherwise:
   * routers and frameworks print errors that they catch. Severity 13. Default true.
   */
  consoleErrors?: boolean | undefined
  /**
   * Add what is printed with `console.warn` to the breadcrumbs: its texts and numbers, not the members of
   * objects. Default false.
   */
  consoleWarnings?: boolean | undefined
  /** Store unsent records for the tab's next page, at most 64 KiB in `sessionStorage`. Default false. */
  keepUnsent?: boolean | undefined
  /**
   * Measure web vitals: LCP, INP, CLS, FCP and TTFB, each once per page load, when the page is first hidden.
   * Sent as log records `browser.web_vital` with value, rating and loaded route, regardless of
   * `tracesSampleRate`. INP and LCP have what made them slow: selector of the element, phases, script.
   * Default false: two chunks of 6 KB and up to five records per page load. No content is read.
   */
  vitals?: boolean | undefined
  /** Added to the resource of every record and span. Default: none. Example: `{ 'app.tenant': 'north' }`. */
  attributes?: Attributes | undefined
  /** Show the fallback screen when the application is gone. Default true; with false the page stays blank. */
  fallback?: boolean | undefined
  /**
   * Ask users on the fallback screen what they were doing, with an optional email address. An answer is kept
   * in `localStorage` while it cannot be sent. Default false: a chunk of 1.5 KB, two seconds after the start.
   */
  feedback?: boolean | undefined
  /**
   * Send a masked copy of the page with an uncaught error, at most three per page load: texts and values as
   * `*`, no images, no other attributes than those that styles need. Texts within elements with the attribute
   * `data-errata-unmask` are sent as they are. Default false: a chunk of 3 KB after the page has loaded.
   */
  snapshot?: boolean | undefined
  /**
   * Selector of the element that the application mounts in. Default `'#root, #app'`. An uncaught error is
   * fatal if this element is empty and still empty half a second later.
   */
  root?: string | undefined
  /** With false nothing is monitored, sent or shown; all functions can still be called. Default true. */
  enabled?: boolean | undefined
}

export type CaptureContext = {
  /** false: the application could not continue; severity 17 instead of 13. Default true. */
  handled?: boolean | undefined
  /** true: the application is gone; shows the fallback screen over the page; severity 21. Default false. */
  fallback?: boolean | undefined
  /** Added to this record. Example: `{ 'order.id': 'A-1042' }`. */
  attributes?: Attributes | undefined
  /** OpenTelemetry's severity number, 1 to 24; replaces the one derived from `handled`. */
  severity?: number | undefined
}

export type FeedbackContext = {
  /** Of the error that the text is about: as `captureException` returns it, or an id of a framework. */
  digest?: string | undefined
  /** Where the user wants an answer. */
  email?: string | undefined
}
