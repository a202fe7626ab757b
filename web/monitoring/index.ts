// Public interface of the package. No function here throws. Before `init`, after `shutdown` and without a
// document they do nothing.

import { report, showFallback, start } from './core.ts'
import { digestOf } from './digest.ts'
import type { Core, LoadChunk, Shared } from './core-state.ts'
import { guard } from './guard.ts'
import type { CaptureContext, Options } from './options.ts'

export { addBreadcrumb, captureFeedback, flush, setAttributes, setFlag, setUser, shutdown } from './core.ts'
export { digestOf } from './digest.ts'
export type {
  Attributes,
  AttributeValue,
  CaptureContext,
  FeedbackContext,
  MonitoringRecord,
  Options,
} from './options.ts'

/** Set by the Vite plugin: service, release, environment, URL and root. */
declare const ERRATA_OPTIONS: Options | undefined
const pluginOptions = typeof ERRATA_OPTIONS === 'undefined' ? {} : ERRATA_OPTIONS

/**
 * Starts monitoring the page. Call it once, first in the entry script: `init({ service: 'shop', release:
 * '1.4.2' })`. Options of the Vite plugin apply too. A second call does nothing.
 */
export function init(options?: Options): void {
  guard(() => start({ ...pluginOptions, ...options }, loadClient))
}

/**
 * Reports an error that the application has handled, and returns its digest. It always returns the digest,
 * even before `init` and for an error that was reported before, which is not reported again.
 *
 * ```ts
 * try { await pay() } catch (error) { show(`That did not work. Reference: ${captureException(error)}`) }
 * // The application cannot continue: show the fallback screen.
 * try { await start() } catch (error) { captureException(error, { fallback: true }) }
 * ```
 */
export function captureException(error: unknown, context?: CaptureContext): string {
  const { handled, fallback, attributes, severity } = { ...context }
  report(error, 'manual', severity ?? (fallback ? 21 : handled === false ? 17 : 13), attributes)
  const digest = digestOf(error)
  if (fallback) showFallback(digest)
  return digest
}

async function loadClient() {
  const { createClient } = await import('./client.ts')
  // Not in the client chunk: a bundler's helper for `import()` is often part of the application's entry, and
  // a chunk that needs it cannot load when that entry has thrown.
  const load: LoadChunk = {
    tracing: () => import('./chunks/later.ts'),
    feedback: () => import('./chunks/form.ts'),
    vitals: () => import('./chunks/pace.ts'),
    vitalRecords: () => import('./chunks/values.ts'),
    snapshots: () => import('./chunks/copy.ts'),
  }
  return { create: (core: Core, shared: Shared) => createClient(core, shared, load) }
}
