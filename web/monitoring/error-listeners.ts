// Listeners of the window: uncaught errors, unhandled rejections, files that did not load.

import type { BootEvents } from './boot.ts'
import type { Mechanism } from './captured-error.ts'
import { guard } from './guard.ts'

declare global {
  /** Events that the head snippet has caught. */
  var errataBoot: BootEvents | undefined
}

type WindowEvent = Event & Partial<Pick<ErrorEvent, 'error'> & Pick<PromiseRejectionEvent, 'reason'>>

/** Reports the head snippet's events first; an event without an error itself. Returns how to stop. */
export function listenForErrors(report: (thrown: unknown, mechanism: Mechanism) => void): () => void {
  const boot = globalThis.errataBoot
  const listener = (event: WindowEvent) =>
    guard(() => {
      // The head snippet's listener runs first; it ignores an event that is removed from its list.
      boot?.splice(0)
      if (event.type !== 'error') report(event.reason, 'unhandledrejection')
      else report(event.error ?? event, event.target === window ? 'window.error' : 'resource')
    })
  const each = (change: typeof addEventListener) => {
    // In the capture phase: the error event of a file reaches only its element.
    change('error', listener, true)
    change('unhandledrejection', listener, true)
  }
  boot?.splice(0).forEach(listener)
  each(addEventListener)
  return () => each(removeEventListener)
}
