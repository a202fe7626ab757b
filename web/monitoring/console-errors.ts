// Errors that the page prints: routers and frameworks print what they catch, and report it to nobody else.

import { guard } from './guard.ts'
import { replaceFunction } from './replace-function.ts'

/** Until then a listener of the window or of a framework may report the same error itself. */
const waitMs = 50

/** Passes each Error that is printed with `console.error` to `report`, after all others had their turn. */
export function watchConsole(report: (error: unknown) => void, signal: AbortSignal): void {
  const original = console.error
  replaceFunction(
    console,
    'error',
    (...parameters) => {
      original.apply(console, parameters)
      guard(() => parameters.some((each) => each instanceof Error && setTimeout(report, waitMs, each)))
    },
    signal,
  )
}
