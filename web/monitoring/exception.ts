// Whatever was thrown, as words. What is thrown may be hostile: getters that throw, proxies, cycles, other realms, no prototype.

import { attempt } from './attempt.ts'

/** A longer message is data, not a sentence; a longer stack repeats itself (recursion). Together with its causes a record stays below a packet. */
const messageLimit = 1024
const stackLimit = 16_384

export type Exception = { type: string; message: string; stacktrace: string }

export function readException(thrown: unknown, stackLength = stackLimit): Exception {
  const message = read(thrown, 'message')
  return {
    type: (text(read(thrown, 'name')) || kindOf(thrown)).slice(0, 256),
    message: (typeof message === 'string' ? message : plain(thrown)).slice(0, messageLimit),
    stacktrace: text(read(thrown, 'stack')).slice(0, stackLength),
  }
}

function kindOf(thrown: unknown): string {
  return thrown === null
    ? 'null'
    : (Object(thrown) === thrown && text(read(read(thrown, 'constructor'), 'name'))) || typeof thrown
}

/** A value without a message: its JSON, or itself, or at least its kind. */
function plain(thrown: unknown): string {
  return (
    attempt(() => (Object(thrown) === thrown && JSON.stringify(thrown)) || String(thrown)) ?? typeof thrown
  )
}

function read(from: unknown, key: string): unknown {
  return attempt(() => (from as Record<string, unknown>)[key])
}

function text(value: unknown): string {
  return /string|number/.test(typeof value) ? String(value) : ''
}
