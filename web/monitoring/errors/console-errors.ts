// Errors that the page prints: routers and frameworks print the errors that they catch, and do not report
// them.

import type { Mechanism } from './captured-error.ts'
import { guard } from '../guard.ts'
import { replaceFunction } from '../replace-function.ts'

/** Time in which a listener of the window or of a framework may report an error that was printed. */
const waitMs = 50

/** Reports each Error, and each response that failed, that is printed with `console.error`. */
export function watchConsole(
  report: (thrown: unknown, mechanism: Mechanism, severity: number) => void,
  shared: { quiet?: boolean },
  signal: AbortSignal,
): void {
  const original = replaceFunction(
    console,
    'error',
    (...parameters) => {
      original(...parameters)
      guard(() =>
        parameters.map(
          (each) =>
            (each?.stack || each?.ok < 1) && !shared.quiet && setTimeout(report, waitMs, each, 'console', 13),
        ),
      )
    },
    signal,
  )
}
