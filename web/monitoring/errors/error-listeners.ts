// Listeners on `window`: uncaught errors, unhandled rejections, files that did not load.

import type { BootEvents } from '../boot.ts'
import type { Mechanism } from './captured-error.ts'
import { guard } from '../guard.ts'
import type { Attributes } from '../options.ts'

declare global {
  /** Events that the head snippet has stored. */
  var errataBoot: BootEvents | undefined
}

type WindowEvent = Event &
  Partial<Pick<ErrorEvent, 'error' | 'filename'> & Pick<PromiseRejectionEvent, 'reason'>>

/** Reports the head snippet's events first. An event without an error is reported itself. */
export function listenForErrors(
  report: (thrown: unknown, mechanism: Mechanism, severity?: number, attributes?: Attributes) => void,
  signal: AbortSignal,
): void {
  const boot = window.errataBoot
  const listener = (event: WindowEvent) =>
    guard(() => {
      // The head snippet's listener runs first and ignores events that are removed from its list.
      boot?.splice(0)
      if (event.type === 'error')
        report(event.error ?? event, event.target === window ? 'window.error' : 'resource', 17, {
          'code.file.path': event.filename,
        })
      else report(event.reason, event.type as Mechanism)
    })
  // `map` is used more often in the entry: fewer bytes.
  boot?.splice(0).map(listener)
  // In the capture phase: the error event of a file does not bubble.
  ;['error', 'unhandledrejection'].map((type) => addEventListener(type, listener, { capture: true, signal }))
}
