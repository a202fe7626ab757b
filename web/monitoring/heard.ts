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
    // A module written into the page has no address; one of those it imports is missing.
    const message = `${localName} failed to load: ${(src || href || 'a part of an inline module').replace(/[?#].*/, '')}`
    return { exception: { type: 'ResourceError', message, stacktrace: '' }, mechanism }
  }
  // A proxy may refuse even this question. Workers' errors are such events too, handed on by the application.
  if (attempt(() => thrown instanceof ErrorEvent && !thrown.error)) {
    const { message, filename, lineno, colno } = thrown as ErrorEvent
    // It says that a callback was slow, once a frame.
    if (message.startsWith('ResizeObserver loop')) return undefined
    // Chromium says "Uncaught null", Firefox "uncaught exception: null", WebKit "null".
    const said = message.replace(/^uncaught (exception: )?/i, '')
    const [, type = 'Error', words = said] = /^(\w*(?:Error|Exception)): (.*)/s.exec(said) ?? []
    const stacktrace = filename && `at ${filename}:${lineno}:${colno}`
    return {
      exception: {
        type,
        message: !filename && message.startsWith('Script error') ? unreadable : words,
        stacktrace,
      },
      mechanism,
    }
  }
  const exception = readException(attempt(() => thrown instanceof ErrorEvent && thrown.error) || thrown)
  return {
    exception,
    mechanism: mechanism === 'unhandledrejection' && staleChunk.test(exception.message) ? 'chunk' : mechanism,
  }
}

/** What Chromium, Firefox, WebKit and bundlers say when a dynamic import finds nothing, usually after a deploy. */
const staleChunk = /imported module|module script|Loading (CSS )?chunk|preload CSS/

/** A browser tells nothing of what breaks in the scripts of strangers. */
const unreadable =
  'Script error. It comes from a script of another origin; the browser hides it unless its element says crossorigin="anonymous" and its server allows it by CORS.'
