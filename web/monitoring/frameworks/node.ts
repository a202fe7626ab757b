// For servers in Node: errors that end the process, and those that the server reports itself.

import { setOptions } from './node-capture.ts'
import type { ServerOptions } from './node-config.ts'
import { watchProcess } from './node-crash.ts'

export { captureException, flush } from './node-capture.ts'
export type { ServerOptions } from './node-config.ts'

let stop: (() => void) | undefined

/**
 * Reports uncaught exceptions and unhandled rejections, which end the process as without it. Where, and as
 * what, follows from OpenTelemetry's variables unless `options` say otherwise. Call it first; a second call
 * replaces the options.
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
