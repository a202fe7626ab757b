// Turns reports of the listeners into exceptions: an error, or an event without one.

import { withoutQuery, withoutQueries } from './addresses.ts'
import { attempt } from '../attempt.ts'
import type { CapturedError, Mechanism } from './captured-error.ts'
import { readException, type Exception } from './exception.ts'

type EventException = { exception: Exception; mechanism: Mechanism }

/** Returns undefined for noise. */
export function exceptionFromEvent({
  thrown,
  mechanism,
  attributes,
}: CapturedError): EventException | undefined {
  if (mechanism === 'resource') {
    const exception = resourceException(thrown as Event)
    return exception && { exception, mechanism }
  }
  // A proxy may throw here. An application may also report the error event of a worker.
  if (attempt(() => thrown instanceof ErrorEvent && !thrown.error)) {
    const exception = messageException(thrown as ErrorEvent)
    return exception && { exception, mechanism }
  }
  const exception = readException(attempt(() => thrown instanceof ErrorEvent && thrown.error) || thrown)
  const file = attributes?.['code.file.path']
  // The stack of a syntax error has no frames.
  if (file && !/\n|@/.test(exception.stacktrace))
    exception.stacktrace += `\n    at ${withoutQuery(String(file))}`
  const isChunk = mechanism === 'unhandledrejection' && missingChunk.test(exception.message)
  return { exception, mechanism: isChunk ? 'chunk' : mechanism }
}

/** URL of the event's element, without query and fragment. */
export function addressOf({ target }: Event): string {
  const { src, href } = target as HTMLScriptElement & HTMLLinkElement
  return withoutQuery(src || href || '')
}

function resourceException(event: Event): Exception | undefined {
  const target = event.target as Element
  // Images and frames often fail without consequences. So do preload hints: the importing module loads the
  // file, and in Firefox the hint of a module that already runs fails, as in pages that Vite builds.
  if (!target.matches('script,[rel=stylesheet],[as=style]')) return undefined
  // An inline module has no URL; one of its imports is missing.
  const address = addressOf(event) || 'an import of an inline module'
  return { type: 'ResourceError', message: `${target.localName} failed to load: ${address}`, stacktrace: '' }
}

function messageException({ message, filename, lineno, colno }: ErrorEvent): Exception | undefined {
  // Dispatched once per frame while a callback is slow.
  if (message.startsWith('ResizeObserver loop')) return undefined
  // `throw null`: "Uncaught null" in Chromium, "uncaught exception: null" in Firefox, "null" in WebKit.
  const plain = message.replace(/^uncaught (exception: )?/i, '')
  const [, type = 'Error', text = plain] = /^(\w*(?:Error|Exception)): (.*)/s.exec(plain) ?? []
  return {
    type,
    message: !filename && message.startsWith('Script error') ? crossOriginMessage : text,
    stacktrace: filename && withoutQueries(`at ${filename}:${lineno}:${colno}`),
  }
}

/** Messages of browsers and bundlers for a missing dynamic import, usually after a deploy. */
const missingChunk = /imported module|module script|Loading (CSS )?chunk|preload CSS/

const crossOriginMessage =
  'Script error. It comes from a script of another origin. The browser hides it unless its element has ' +
  'crossorigin="anonymous" and its server allows it with CORS.'
