// The door of the package: sees what breaks in a page and reports it as OTLP to the same origin.
// No function here ever throws; each is a harmless no-op before `init`, after `shutdown`, and where there is no page.

import { guard } from './guard.ts'
import type { CaptureContext, Options } from './options.ts'
import * as watch from './watch.ts'

export { digestOf } from './digest.ts'
export type { Attributes, AttributeValue, CaptureContext, MonitoringRecord, Options } from './options.ts'

/**
 * Starts watching the page. Call it once, first thing in the entry script: `init({ service: 'shop', release: '1.4.2' })`. A second call does nothing.
 */
export function init(options: Options): void {
  guard(() => watch.startWatch(options))
}

/**
 * Reports an error that the application dealt with itself and returns its digest, always: also before `init`, and for what was reported before.
 *
 * ```ts
 * try { await pay() } catch (error) { show(`That did not work. Reference: ${captureException(error)}`) }
 * ```
 */
export function captureException(error: unknown, context: CaptureContext = {}): string {
  const { handled = true, severity = handled ? 13 : 17, attributes } = context
  return watch.report(error, 'manual', severity, attributes)
}

/** Says who uses the page, from now on: `user.id` of every record. null: nobody. Use an opaque id, not a name or an address. */
export function setUser(user: { id: string } | null): void {
  watch.setUser(user)
}

/** Adds to what happened before an error; the newest 30 travel with it. Example: `addBreadcrumb({ kind: 'cart', text: 'added 9780' })`. */
export function addBreadcrumb(breadcrumb: { kind: string; text: string }): void {
  guard(() => watch.addBreadcrumb(breadcrumb.kind, breadcrumb.text))
}

/** Sends all that waits, errors first. True when everything was taken within `ms` milliseconds (default 2000). */
export async function flush(ms = 2000): Promise<boolean> {
  return watch.flush(ms)
}

/** Sends what waits, then undoes everything: listeners, the wrapper around `fetch`, tracing. `init` may follow again. */
export async function shutdown(): Promise<void> {
  await watch.stopWatch()
}
