// One place that every surface reports to, whether or not anybody watches yet.

import type { Client } from './client.ts'
import { digestOf } from './digest.ts'
import type { Attributes } from './options.ts'

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
  | 'manual'

export type Sighting = { mechanism: Mechanism; severity: number; attributes?: Attributes | undefined }

let watching: Pick<Client, 'report' | 'showFallback'> | undefined

export function watchWith(client: Pick<Client, 'report' | 'showFallback'> | undefined): void {
  watching = client
}

/** Returns the digest, always. */
export function report(thrown: unknown, sighting: Sighting): string {
  watching?.report(thrown, sighting)
  return digestOf(thrown)
}

/** Paints the fallback screen, unless nobody watches or the application wants none. */
export function showFallback(digest: string): void {
  watching?.showFallback(digest)
}
