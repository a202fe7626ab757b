// An error on its way from a listener to a record, and what happened in the page before it.

import type { Occurrence } from '../digest.ts'
import type { Attributes, Options } from '../options.ts'
import type { SpanIds } from '../tracing/page-trace.ts'

/** What reported the error: the attribute `errata.mechanism`. */
export type Mechanism =
  | 'window.error'
  | 'unhandledrejection'
  | 'react.uncaught'
  | 'react.caught'
  | 'react.recoverable'
  | 'resource'
  | 'chunk'
  | 'boot'
  | 'csp'
  | 'console'
  | 'router'
  | 'vue'
  | 'svelte'
  | 'next'
  | 'manual'

/** `at`: milliseconds since 1970. */
export type Breadcrumb = { at: number; kind: string; text: string }

/** With the state of the page at that time, which may change before the client chunk has loaded. */
export type CapturedError = {
  /** The thrown value, or the event if it has no error. */
  thrown: unknown
  occurrence: Occurrence
  mechanism: Mechanism
  /** OpenTelemetry's severity number: 21 application gone, 17 uncaught, 13 handled. */
  severity: number
  /** Of the error, and of the application at that time. */
  attributes: Attributes
  user?: { id: string } | null
  /** Address of the page. */
  href: string
  options: Options
  /** Absolute URL that everything is sent to. */
  url: string
  trace: SpanIds
  /** Milliseconds since 1970. */
  at: number
}
