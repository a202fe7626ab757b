// Makes an exception of what the listeners report: an error, or an event of the window without one.

import { attempt } from '../attempt.ts'
import type { CapturedError, Mechanism } from './captured-error.ts'
import { readException, type Exception } from './exception.ts'

type EventException = { exception: Exception; mechanism: Mechanism }

/** undefined: the event is noise. */
export function exceptionFromEvent({
  thrown,
  mechanism,
  attributes,
}: CapturedError): EventException | undefined {
  if (mechanism === 'resource') {
    const exception = resourceException(thrown as Event)
    return exception && { exception, mechanism }
  }
  // A proxy may throw here. Errors of workers are such events too, reported by the application.
  if (attempt(() => thrown instanceof ErrorEvent && !thrown.error)) {
    const exception = messageException(thrown as ErrorEvent)
    return exception && { exception, mechanism }
  }
  const exception = readException(attempt(() => thrown instanceof ErrorEvent && thrown.error) || thrown)
  const file = attributes?.['code.file.path']
  // The stack of a syntax error has no frame.
  if (file && !/\n|@/.test(exception.stacktrace)) exception.stacktrace += `\n    at ${file}`
  const isChunk = mechanism === 'unhandledrejection' && missingChunk.test(exception.message)
  return { exception, mechanism: isChunk ? 'chunk' : mechanism }
}

/** Of the element of an event, without query and fragment. */
export function addressOf({ target }: Event): string {
  const { src, href } = target as HTMLScriptElement & HTMLLinkElement
  return (src || href || '').replace(/[?#].*/, '')
}

function resourceException(event: Event): Exception | undefined {
  const target = event.target as Element
  // Images and frames fail often without anything being broken. So do hints: what needs the module loads it,
  // and Firefox fails the hint of a module that runs already, as Vite writes them.
  if (!target.matches('script,[rel=stylesheet],[as=style]')) return undefined
  // An inline module has no address; one of its imports is missing.
  const address = addressOf(event) || 'a part of an inline module'
  return { type: 'ResourceError', message: `${target.localName} failed to load: ${address}`, stacktrace: '' }
}

function messageException({ message, filename, lineno, colno }: ErrorEvent): Exception | undefined {
  // Sent once per frame while a callback is slow.
  if (message.startsWith('ResizeObserver loop')) return undefined
  // `throw null`: Chromium says "Uncaught null", Firefox "uncaught exception: null", WebKit "null".
  const plain = message.replace(/^uncaught (exception: )?/i, '')
  const [, type = 'Error', text = plain] = /^(\w*(?:Error|Exception)): (.*)/s.exec(plain) ?? []
  return {
    type,
    message: !filename && message.startsWith('Script error') ? crossOriginMessage : text,
    stacktrace: filename && `at ${filename}:${lineno}:${colno}`,
  }
}

/** Messages of browsers and bundlers for a dynamic import that is missing, usually after a deploy. */
const missingChunk = /imported module|module script|Loading (CSS )?chunk|preload CSS/

const crossOriginMessage =
  'Script error. It comes from a script of another origin; the browser hides it unless its element says ' +
  'crossorigin="anonymous" and its server allows it by CORS.'
