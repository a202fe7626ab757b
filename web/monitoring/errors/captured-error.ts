// An error on its way from a listener to a record, and what happened in the page before it.

import type { Occurrence } from '../digest.ts'
import type { Attributes } from '../options.ts'

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

export type CapturedError = {
  /** The thrown value, or the event if it has no error. */
  thrown: unknown
  occurrence: Occurrence
  mechanism: Mechanism
  /** OpenTelemetry's severity number: 21 application gone, 17 uncaught, 13 handled. */
  severity: number
  attributes?: Attributes | undefined
  /** Milliseconds since 1970. */
  at: number
}
