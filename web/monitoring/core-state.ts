// State of the entry, shared with the client chunk. Only types, so that no two files import each other.

import type { CapturedError, Mechanism } from './captured-error.ts'
import type { Attributes, Options } from './options.ts'
import type { PageTrace, SpanIds } from './page-trace.ts'
import type { FetchWrapper, RequestRecord } from './request-record.ts'

/** `at`: milliseconds since 1970. */
export type Breadcrumb = { at: number; kind: string; text: string }

export type Core = {
  options: Options
  /** Absolute URL that everything is sent to. */
  url: string
  trace: PageTrace
  user: { id: string } | null
  breadcrumbs: Breadcrumb[]
  /** Wait for the client chunk; from then on `handle` and `requestEnded` pass them on at once. */
  errors: CapturedError[]
  requests: RequestRecord[]
  handle: (error: CapturedError) => void
  requestEnded: (request: RequestRecord) => void
  /** Ids of the active span, else of the page; called once for each request that starts. */
  activeIds: () => SpanIds
  fetchWrapper?: FetchWrapper
  client?: Client
  /** Resolves when the client chunk has loaded or cannot be loaded. */
  clientLoaded?: Promise<unknown>
  stop: () => void
}

/** What the client chunk adds to the entry. */
export type Client = {
  report(this: void, error: CapturedError): void
  /** True when records and spans were accepted. */
  flush(): Promise<boolean>
  shutdown(): Promise<void>
}

/** Functions of the entry that the client chunk is given: it cannot import them (see `attempt.ts`). */
export type Shared = {
  nativeFetch: typeof fetch
  random: (length: number, size?: number) => string
  showFallback: (digest: string, parent?: Element) => void
  addBreadcrumb: (kind: string, text: string) => void
  report: (thrown: unknown, mechanism: Mechanism, severity?: number, attributes?: Attributes) => string
}
