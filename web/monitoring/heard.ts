// What an event of the window says when there is no error in it, and what is not worth saying.

import { attempt } from './attempt.ts'
import { readException, type Exception } from './exception.ts'
import type { Mechanism } from './watch.ts'

type Seen = { exception: Exception; mechanism: Mechanism }

/** undefined: nothing is broken. */
export function readHeard(thrown: unknown, mechanism: Mechanism): Seen | undefined {
  if (mechanism === 'resource') {
    const { localName, src, href } = (thrown as Event).target as HTMLScriptElement & HTMLLinkElement
    // Pictures and frames fail all day without anything being broken.
    if (localName !== 'script' && localName !== 'link') return undefined
    const message = `${localName} failed to load: ${(src || href).replace(/[?#].*/, '')}`
    return { exception: { type: 'ResourceError', message, stacktrace: '' }, mechanism }
  }
  // A proxy may refuse even this question.
  if (mechanism === 'window.error' && attempt(() => thrown instanceof ErrorEvent)) {
    const { message, filename, lineno, colno } = thrown as ErrorEvent
    // It says that a callback was slow, once a frame.
    if (message.startsWith('ResizeObserver loop')) return undefined
    return { exception: { type: 'Error', message, stacktrace: filename && `at ${filename}:${lineno}:${colno}` }, mechanism }
  }
  const exception = readException(thrown)
  return { exception, mechanism: mechanism === 'unhandledrejection' && staleChunk.test(exception.message) ? 'chunk' : mechanism }
}

/** What Chromium, Firefox, WebKit and bundlers say when a dynamic import finds nothing, usually after a deploy. */
const staleChunk = /imported module|module script|Loading (CSS )?chunk|preload CSS/
