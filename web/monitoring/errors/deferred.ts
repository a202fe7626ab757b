// jQuery catches what a callback of a Deferred throws, such as `$.ajax(…).then(…)`, and prints a warning.

import { attempt } from '../attempt.ts'
import { listen } from '../listen.ts'

type ExceptionHook = (error: unknown, asyncError?: unknown) => void
type WithJQuery = { jQuery?: { Deferred?: { exceptionHook?: ExceptionHook } } }

/** What jQuery prints: mistakes in the code. Others may be thrown for a `catch`. */
const mistake = /^(Eval|Internal|Range|Reference|Syntax|Type|URI)Error$/

/** jQuery may be loaded after this chunk. Returns a function that stops it. */
export function watchDeferred(report: (error: unknown) => void): () => void {
  let restore: (() => void) | undefined
  const watch = () => {
    const deferred = (globalThis as WithJQuery).jQuery?.Deferred
    if (!deferred || restore) return
    const original = deferred.exceptionHook
    const hook: ExceptionHook = (error, asyncError) => {
      attempt(() => mistake.test((error as Error).name) && report(error))
      original?.(error, asyncError)
    }
    deferred.exceptionHook = hook
    restore = () => {
      if (deferred.exceptionHook === hook) Object.assign(deferred, { exceptionHook: original })
    }
  }
  attempt(watch)
  const stops = [listen(document, 'DOMContentLoaded', watch, true), listen(globalThis, 'load', watch)]
  return () => {
    for (const stop of stops) stop()
    restore?.()
  }
}
