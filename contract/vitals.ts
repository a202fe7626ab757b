// The answer of `/api/vitals`. Types only.

export type VitalRating = 'good' | 'needs-improvement' | 'poor'

export type VitalRow = {
  service: string
  route: string
  /** LCP, INP, CLS, FCP or TTFB. */
  name: string
  count: number
  good: number
  poor: number
  /** Milliseconds; CLS has no unit. */
  p75: number
  rating: VitalRating
  /** p75 of each step; steps without a value are missing. Only of the vital that `vital` names. */
  trend?: RoutePoint[]
}

/** `at`: the start of the step. */
type RoutePoint = { at: string; p75: number }

type VitalValues = Pick<VitalRow, 'name' | 'count' | 'good' | 'poor' | 'p75' | 'rating'>

/** All routes together. `before`: p75 of the 14 days before the range; null: no values. */
export type VitalTotal = VitalValues & { before: number | null }

/** p75 of one step of the range: an hour, six hours or a day. `at`: its start. */
export type VitalPoint = { at: string; name: string; count: number; p75: number }

/** All routes on one class of device: `desktop`, `mobile`, `tablet`, or empty where nothing says it. */
export type VitalDevice = VitalValues & { device: string }

/** All routes in one browser, without its version; empty where nothing says it. */
export type VitalBrowser = VitalValues & { browser: string }

/** All routes on one operating system, without its version; empty where nothing says it. */
export type VitalSystem = VitalValues & { os: string }

/**
 * `totals`, `devices`, `browsers`, `systems`, `trend`: with `trend=true`. `devices` has every device with
 * values, whatever `device` is; likewise `browsers` and `systems`, whatever `browser:` and `os:` in `q` are,
 * for each vital the twenty with most values. Steps without a value are missing.
 */
export type VitalsAnswer = {
  vitals: VitalRow[]
  totals?: VitalTotal[]
  devices?: VitalDevice[]
  browsers?: VitalBrowser[]
  systems?: VitalSystem[]
  trend?: VitalPoint[]
}

export type InpPhase = 'input_delay' | 'processing' | 'presentation'
export type LcpPhase = 'time_to_first_byte' | 'load_delay' | 'load_duration' | 'render_delay'

/**
 * What the views of a route spent INP or LCP on, of those with the same element (and of LCP the same file).
 * What no browser has said is missing.
 */
export type VitalCause = {
  service: string
  route: string
  /** INP or LCP. */
  name: string
  views: number
  /** Milliseconds, of these views. */
  p75: number
  /** The longest phase. `share`: of the time of these views, 0 to 1. */
  phase: { name: InpPhase | LcpPhase; share: number }
  /** A CSS selector. */
  element?: string
  script?: VitalScript
  /** Of LCP: the file of the element, without query. */
  url?: string
}

/**
 * The function with which most time of slow interactions began. With a source map the names, line and column
 * of the source; without one what the browser says, and no line. `function` may be empty. `share`: of the
 * time of the views whose browser names scripts, 0 to 1. `views`: how many these are.
 */
export type VitalScript = {
  function: string
  file: string
  line?: number
  column?: number
  isMapped: boolean
  share: number
  views: number
}

/** For each route at most three, those with most time above what is good for a view. */
export type VitalCausesAnswer = { causes: VitalCause[] }
