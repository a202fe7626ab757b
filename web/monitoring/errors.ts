// What the window hears of: uncaught errors, unhandled rejections, files that did not load.

import type { Boot } from './boot.ts'
import { guard } from './guard.ts'
import type { Mechanism } from './watch.ts'

/** What the head snippet leaves behind. */
declare global {
  var errataBoot: Boot | undefined
}

type Heard = Event & Partial<Pick<ErrorEvent, 'error'> & Pick<PromiseRejectionEvent, 'reason'>>

/** Returns how to stop. Events that the head snippet caught come first. An event without an error stands for it. */
export function watchErrors(see: (thrown: unknown, mechanism: Mechanism) => void): () => void {
  const boot = globalThis.errataBoot
  const hear = (event: Heard) =>
    guard(() => {
      // The head snippet hears of it first, and leaves alone what is taken from it.
      boot?.splice(0)
      if (event.type !== 'error') see(event.reason, 'unhandledrejection')
      else see(event.error ?? event, event.target === window ? 'window.error' : 'resource')
    })
  const each = (change: typeof addEventListener) => {
    // In the capture phase: a file that does not load tells only its own element.
    change('error', hear, true)
    change('unhandledrejection', hear, true)
  }
  boot?.splice(0).forEach(hear)
  each(addEventListener)
  return () => each(removeEventListener)
}
