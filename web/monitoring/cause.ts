// What stands behind an error: the chain of causes, the parts of an AggregateError, and the digest that a framework gave it.

import { attempt } from './attempt.ts'
import { readException } from './exception.ts'

/** Deeper chains are cycles or wrappers of wrappers. */
const causeLimit = 5
const causeStackLimit = 3072

export function readCauses(thrown: unknown): string {
  const seen = new Set([thrown])
  for (const error of seen) {
    const { errors } = read(error)
    for (const inner of [read(error).cause, ...(errors ? errors.slice(0, causeLimit) : [])]) {
      if (inner !== undefined && seen.size <= causeLimit) seen.add(inner)
    }
  }
  const causes = [...seen].slice(1).map((cause) => readException(cause, causeStackLimit))
  return causes.length ? JSON.stringify(causes) : ''
}

/** A server render names its own error so: the client is given this alone. */
export function givenDigest(thrown: unknown): string {
  const { digest } = read(thrown)
  return digest === undefined ? '' : digest.slice(0, 64)
}

function read(from: unknown): { cause?: unknown; errors?: unknown[]; digest?: string } {
  return (
    attempt(() => {
      const { cause, errors, digest } = from as { cause?: unknown; errors?: unknown; digest?: unknown }
      return {
        cause,
        ...(Array.isArray(errors) ? { errors: Array.from<unknown>(errors.slice(0, causeLimit)) } : {}),
        ...(typeof digest === 'string' || typeof digest === 'number' ? { digest: String(digest) } : {}),
      }
    }) ?? {}
  )
}
