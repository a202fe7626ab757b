// Reads type, message and stack of a thrown value. It may be hostile: getters that throw, proxies, cycles,
// objects of another realm or without a prototype.

import { pathOf, withoutQueries } from './addresses.ts'
import { attempt } from '../attempt.ts'

/** Characters. Longer types and messages contain data; longer stacks repeat themselves (recursion). */
const typeLimit = 256
const messageLimit = 1024
/** A record with its causes stays below the 48,000 bytes of a request (`transport.ts`). */
const stackLimit = 16_384

export type Exception = { type: string; message: string; stacktrace: string }

export function readException(thrown: unknown, stackLength = stackLimit): Exception {
  const message = responseMessage(thrown) ?? read(thrown, 'message')
  return {
    type: (text(read(thrown, 'name')) || typeOf(thrown)).slice(0, typeLimit),
    message: (typeof message === 'string' ? message : stringify(thrown)).slice(0, messageLimit),
    stacktrace: withoutQueries(text(read(thrown, 'stack'))).slice(0, stackLength),
  }
}

/**
 * A thrown response of `fetch`, of a router or of Angular: `404 Not Found, /api/orders`. Without the path all
 * responses with one status would be one issue; Angular's own message has the URL with its query.
 */
function responseMessage(thrown: unknown): string | undefined {
  const [status, statusText, url] = ['status', 'statusText', 'url'].map((key) => text(read(thrown, key)))
  if (!status || read(thrown, 'stack') || typeof read(thrown, 'statusText') !== 'string') return undefined
  const path = url && attempt(() => pathOf(url))
  const isUnreadable = status === '200' ? ', cannot be read' : ''
  return `${status} ${statusText}`.trim() + (path ? `, ${path}` : '') + isUnreadable
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
