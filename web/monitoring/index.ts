// The door of the package: sees what breaks in a page and reports it as OTLP to the same origin.
// No function here ever throws; each is a harmless no-op before `init`, after `shutdown`, and where there is no page.

import { guard } from './guard.ts'
import type { CaptureContext, Options } from './options.ts'
import { keepBreadcrumb, report, startWatch } from './watch.ts'

export { digestOf } from './digest.ts'
export { flush, setUser, shutdown } from './watch.ts'
export type { Attributes, AttributeValue, CaptureContext, MonitoringRecord, Options } from './options.ts'

/**
 * Starts watching the page. Call it once, first thing in the entry script: `init({ service: 'shop', release: '1.4.2' })`. A second call does nothing.
 */
export function init(options: Options): void {
  guard(() => startWatch(options))
}

/**
 * Reports an error that the application dealt with itself and returns its digest, always: also before `init`, and for what was reported before.
 *
 * ```ts
 * try { await pay() } catch (error) { show(`That did not work. Reference: ${captureException(error)}`) }
 * ```
 */
export function captureException(error: unknown, context?: CaptureContext): string {
  return report(
    error,
    'manual',
    context?.severity ?? (context?.handled === false ? 17 : 13),
    context?.attributes,
  )
}

/** Adds to what happened before an error; the newest 30 travel with it. Example: `addBreadcrumb({ kind: 'cart', text: 'added 9780' })`. */
export function addBreadcrumb(breadcrumb: { kind: string; text: string }): void {
  guard(() => keepBreadcrumb(breadcrumb.kind, breadcrumb.text))
}
