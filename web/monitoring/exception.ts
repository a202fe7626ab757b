// Whatever was thrown, as words. What is thrown may be hostile: getters that throw, proxies, cycles, other realms, no prototype.

import { guard } from './guard.ts'

/** A longer message is data, not a sentence; a longer stack repeats itself (recursion). Together with the causes a record stays below a packet. */
const messageLimit = 1024
const stackLimit = 16_384
const causeStackLimit = 3072
/** Deeper chains are cycles or wrappers of wrappers. */
const causeLimit = 5

export type Cause = { type: string; message: string; stacktrace: string }
/** `givenDigest`: what a framework put on the error of a server render. */
export type Exception = Cause & { causes: Cause[]; givenDigest: string }

export function readException(thrown: unknown): Exception {
  return { ...describe(thrown, stackLimit), causes: readCauses(thrown), givenDigest: text(read(thrown, 'digest')).slice(0, 64) }
}

function describe(thrown: unknown, limit: number): Cause {
  const name = text(read(thrown, 'name'))
  const message = read(thrown, 'message')
  return {
    type: (name || kindOf(thrown)).slice(0, 256),
    message: (typeof message === 'string' ? message : plain(thrown)).slice(0, messageLimit),
    stacktrace: text(read(thrown, 'stack')).slice(0, limit),
  }
}

function readCauses(thrown: unknown): Cause[] {
  const seen = new Set([thrown])
  for (const error of seen) {
    const errors = read(error, 'errors')
    for (const inner of [read(error, 'cause'), ...(Array.isArray(errors) ? (guard(() => errors.slice(0, causeLimit)) ?? []) : [])]) {
      if (inner !== undefined && seen.size <= causeLimit) seen.add(inner)
    }
  }
  return [...seen].slice(1).map((cause) => describe(cause, causeStackLimit))
}

function kindOf(thrown: unknown): string {
  if (thrown === null) return 'null'
  return (typeof thrown === 'object' && text(read(read(thrown, 'constructor'), 'name'))) || typeof thrown
}

/** A value without a message: itself, or its JSON, or at least its kind. */
function plain(thrown: unknown): string {
  return guard(() => (typeof thrown === 'object' && JSON.stringify(thrown)) || String(thrown)) ?? Object.prototype.toString.call(thrown)
}

function read(from: unknown, key: string): unknown {
  return guard(() => (Object(from) === from ? (from as Record<string, unknown>)[key] : undefined))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
