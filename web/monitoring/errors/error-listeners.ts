// Listeners on `window`: uncaught errors, unhandled rejections, files that did not load. Vite's event for a
// chunk that did not load also occurs if a framework catches its error, and before the framework prints it.

import type { BootEvents } from '../boot.ts'
import type { Mechanism } from './captured-error.ts'
import { guard } from '../guard.ts'
import type { Attributes } from '../options.ts'

declare global {
  /** Events that the head snippet has stored. */
  var errataBoot: BootEvents | undefined
}

type WindowEvent = Event &
  Partial<
    Pick<ErrorEvent, 'error' | 'filename'> & Pick<PromiseRejectionEvent, 'reason'> & { payload: unknown }
  >

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
        // Images often fail without consequences, and may be many: they must not fill the queue.
        // oxlint-disable-next-line no-unused-expressions -- fewer bytes than `if`
        (event.target as Partial<HTMLImageElement>).alt ??
          report(event.error ?? event, event.target === window ? 'window.error' : 'resource', 17, {
            'code.file.path': event.filename,
          })
      else report(event.payload ?? event.reason, event.payload ? 'chunk' : (event.type as Mechanism))
    })
  // `map` is used more often in the entry: fewer bytes.
  boot?.splice(0).map(listener)
  // In the capture phase: the error event of a file does not bubble.
  ;['error', 'unhandledrejection', 'vite:preloadError'].map((type) =>
    addEventListener(type, listener, { capture: true, signal }),
  )
}
