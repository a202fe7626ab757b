// What the window hears of: uncaught errors, unhandled rejections, files that did not load.

import type { Mechanism, Sighting } from './capture.ts'
import { guard } from './guard.ts'

/** What the head snippet leaves behind: the events it saw before any bundle ran, and how to relieve it. */
type Boot = { seen: Event[]; stop: () => void }
declare global {
  var errataBoot: Boot | undefined
}

type See = (thrown: unknown, sighting: Sighting) => void

/** Returns how to stop. Events that the head snippet caught come first. */
export function watchErrors(see: See): () => void {
  const onError = (event: Event) => guard(() => (event instanceof ErrorEvent ? sawError(event, see) : sawResource(event.target, see)))
  const onRejection = (event: Event) => guard(() => sawRejection((event as PromiseRejectionEvent).reason, see))
  // In the capture phase: a file that does not load tells only its own element.
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', onRejection)
  const boot = globalThis.errataBoot
  boot?.stop()
  for (const event of boot?.seen.splice(0) ?? []) (event.type === 'error' ? onError : onRejection)(event)
  return () => {
    removeEventListener('error', onError, true)
    removeEventListener('unhandledrejection', onRejection)
  }
}

function sawError({ error, message, filename, lineno, colno }: ErrorEvent, see: See): void {
  // Says that a callback was slow, not that anything is wrong; one a frame.
  if (message.startsWith('ResizeObserver loop')) return
  const thrown: unknown = error ?? { name: 'Error', message, stack: filename && `at ${filename}:${lineno}:${colno}` }
  see(thrown, { mechanism: 'window.error', severity: 17 })
}

function sawRejection(reason: unknown, see: See): void {
  const mechanism: Mechanism = staleChunk.test(String((reason as Error | undefined)?.message)) ? 'chunk' : 'unhandledrejection'
  see(reason, { mechanism, severity: 17 })
}

/** What Chromium, Firefox, WebKit and bundlers say when a dynamic import finds nothing, usually after a deploy. */
const staleChunk = /dynamically imported module|Importing a module script failed|Loading (CSS )?chunk|preload CSS/

function sawResource(target: EventTarget | null, see: See): void {
  // Pictures and frames fail all day without anything being broken.
  const address = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : ''
  if (!address) return
  const message = `${(target as Element).localName} failed to load: ${address.split(/[?#]/)[0]}`
  see({ name: 'ResourceError', message, stack: '' }, { mechanism: 'resource', severity: 17 })
}
