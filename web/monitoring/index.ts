// Public interface of the package: reports the errors of a page as OTLP to its own origin.
// No function here throws. Each does nothing before `init`, after `shutdown`, and where there is no document.

import { addBreadcrumb as addToBreadcrumbs, report, start } from './core.ts'
import { guard } from './guard.ts'
import type { CaptureContext, Options } from './options.ts'

export { flush, setUser, shutdown } from './core.ts'
export { digestOf } from './digest.ts'
export type { Attributes, AttributeValue, CaptureContext, MonitoringRecord, Options } from './options.ts'

/**
 * Starts monitoring the page. Call it once, first in the entry script: `init({ service: 'shop', release:
 * '1.4.2' })`. A second call does nothing.
 */
export function init(options: Options): void {
  guard(() => start(options))
}

/**
 * Reports an error that the application has handled, and returns its digest. The digest is returned in every
 * case: also before `init`, and for an error that was reported before (which is not reported again).
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

/**
 * Adds a breadcrumb; the newest 30 are sent with each error, each cut at 200 characters.
 * Example: `addBreadcrumb({ kind: 'cart', text: 'added 9780' })`.
 */
export function addBreadcrumb(breadcrumb: { kind: string; text: string }): void {
  guard(() => addToBreadcrumbs(breadcrumb.kind, breadcrumb.text))
}
