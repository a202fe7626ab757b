// State of the entry, shared with the client chunk. Types only.

import type { Breadcrumb, CapturedError, Mechanism } from './errors/captured-error.ts'
import type { Attributes, FeedbackContext } from './options.ts'
import type { RequestMonitor, RequestRecord } from './tracing/request-record.ts'
import type { createFeedback } from './feedback/feedback.ts'
import type { startTracing } from './tracing/tracing.ts'
import type { createVitals, MeasuredVital } from './tracing/vitals.ts'
import type { createSnapshots } from './snapshot/snapshot.ts'

export type Core = RequestMonitor & {
  user?: { id: string } | null
  /** Set by the application after `init`. */
  attributes: Attributes
  breadcrumbs: Breadcrumb[]
  /** Queued until the client chunk has loaded; after that `ended` passes them on directly. */
  requests: RequestRecord[]
  /** Queued like `requests`. */
  errors: CapturedError[]
  handle: (error: CapturedError) => void
  /** `Server-Timing` of the latest response with digests of server errors. */
  serverTiming?: string
  client?: Client
  /** Copies the page before a framework replaces it: the error was caught, and not reported yet. */
  takeSnapshot?: (thrown: unknown) => void
  /** Resolves when the client chunk has loaded or cannot be loaded. */
  loaded?: Promise<unknown>
  controller: AbortController
}

/** What the client chunk adds to the entry. */
export type Client = {
  feedback(text: string, context?: FeedbackContext): void
  /** True when records and spans were accepted. */
  flush(): Promise<boolean>
  shutdown(): Promise<void>
}

/** Functions of the entry for the client chunk, which cannot import them (see `attempt.ts`). */
export type Shared = {
  /** Printed errors are not reported: `beforeSend` is running, and may print errors itself. */
  quiet?: boolean
  /** The browser's own. */
  fetch: typeof fetch
  random: (length: number, size?: number) => string
  fallback: (digest: string, parent?: Element) => void
  addBreadcrumb: (breadcrumb: { kind: string; text: string; at?: number }) => void
  report: (thrown: unknown, mechanism: Mechanism, severity?: number, attributes?: Attributes) => void
}

/** The client chunk. It contains no `import()` itself: see `decisions/001-entry-and-chunks.md`. */
export type LoadClient = () => Promise<{ create: (core: Core, shared: Shared) => Client }>

/** The chunks that the client chunk loads. */
export type LoadChunk = {
  tracing: () => Promise<{ startTracing: typeof startTracing }>
  vitals: () => Promise<{ measure: (add: (metric: MeasuredVital) => void) => void }>
  feedback: () => Promise<{ createFeedback: typeof createFeedback }>
  vitalRecords: () => Promise<{ createVitals: typeof createVitals }>
  snapshots: () => Promise<{ createSnapshots: typeof createSnapshots }>
}
