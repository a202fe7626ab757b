// For Node servers: reports errors that end the process, and errors that the server handles.

import { setOptions } from './node-capture.ts'
import type { ServerOptions } from './config.ts'
import { watchProcess } from './node-crash.ts'

export { captureException, flush } from './node-capture.ts'
export { openFeatureHook, setAttributes, setFlag, withAttributes } from './node-flags.ts'
export type { ServerOptions } from './config.ts'

let stop: (() => void) | undefined

/**
 * Reports uncaught exceptions and unhandled rejections; the process still ends. Endpoint and names are read
 * from OpenTelemetry's environment variables unless `options` are set. Call it first; a second call replaces
 * the options.
 */
export function init(options: ServerOptions = {}): void {
  setOptions(options)
  stop ??= watchProcess()
}

/** Removes the listener. */
export function shutdown(): void {
  stop?.()
  stop = undefined
}
