// Reads type, message and stack of a thrown value. It may be hostile: getters that throw, proxies, cycles,
// objects of another realm or without a prototype.

import { attempt } from '../attempt.ts'

/** Characters. Longer types and messages contain data; longer stacks repeat themselves (recursion). */
const typeLimit = 256
const messageLimit = 1024
/** A record with its causes stays below the 48,000 bytes of a request (`transport.ts`). */
const stackLimit = 16_384

export type Exception = { type: string; message: string; stacktrace: string }

export function readException(thrown: unknown, stackLength = stackLimit): Exception {
  const message = read(thrown, 'message') ?? responseText(thrown)
  return {
    type: (text(read(thrown, 'name')) || typeOf(thrown)).slice(0, typeLimit),
    message: (typeof message === 'string' ? message : stringify(thrown)).slice(0, messageLimit),
    stacktrace: text(read(thrown, 'stack')).slice(0, stackLength),
  }
}

/** A thrown response of `fetch` or of a router: `404 Not Found`. */
function responseText(thrown: unknown): string | undefined {
  const [status, statusText] = [read(thrown, 'status'), read(thrown, 'statusText')]
  return typeof statusText === 'string' ? `${text(status)} ${statusText}`.trim() : undefined
}

function typeOf(thrown: unknown): string {
  return thrown === null
    ? 'null'
    : (Object(thrown) === thrown && text(read(read(thrown, 'constructor'), 'name'))) || typeof thrown
}

/** For values without a message: JSON, else the value as a string, else its type. */
function stringify(thrown: unknown): string {
  return (
    attempt(() => (Object(thrown) === thrown && JSON.stringify(thrown)) || String(thrown)) ?? typeof thrown
  )
}

function read(source: unknown, key: string): unknown {
  return attempt(() => (source as Record<string, unknown>)[key])
}

function text(value: unknown): string {
  return /string|number/.test(typeof value) ? String(value) : ''
}
