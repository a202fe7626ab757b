// Errors that the page prints: routers and frameworks print the errors that they catch, and do not report
// them.

import { guard } from '../guard.ts'
import { replaceFunction } from '../replace-function.ts'

/** Calls `printed` with each Error that is printed with `console.error`. */
export function watchConsole(printed: (error: unknown) => void, signal: AbortSignal): void {
  const original = console.error
  replaceFunction(
    console,
    'error',
    (...parameters) => {
      original(...parameters)
      guard(() => parameters.map((each) => (each?.stack || each?.ok < 1) && printed(each)))
    },
    signal,
  )
}
