// Reads the causes of an error, the errors of an AggregateError, and the digest that a framework assigned.

import { attempt } from '../attempt.ts'
import { readException } from './exception.ts'

/** Longer chains are cycles or nested wrappers. */
const causeLimit = 5
/** Characters. */
const causeStackLimit = 3072
const digestLimit = 64

/** JSON array of `{ type, message, stacktrace }`, at most 5; an empty string if there is no cause. */
export function readCauses(thrown: unknown): string {
  const chain = new Set([thrown])
  for (const error of chain) {
    const { errors = [] } = read(error)
    for (const inner of [read(error).cause, ...errors]) {
      if (inner !== undefined && chain.size <= causeLimit) chain.add(inner)
    }
  }
  const causes = [...chain].slice(1).map((cause) => readException(cause, causeStackLimit))
  return causes.length ? JSON.stringify(causes) : ''
}

/** `error.digest`, set by Next.js: the only information about a server error that the client receives. */
export function frameworkDigest(thrown: unknown): string {
  return read(thrown).digest?.slice(0, digestLimit) ?? ''
}

function read(source: unknown): { cause?: unknown; errors?: unknown[]; digest?: string } {
  return (
    attempt(() => {
      const { cause, errors, digest } = source as { cause?: unknown; errors?: unknown; digest?: unknown }
      return {
        cause,
        ...(Array.isArray(errors) ? { errors: Array.from<unknown>(errors.slice(0, causeLimit)) } : {}),
        ...(typeof digest === 'string' || typeof digest === 'number' ? { digest: String(digest) } : {}),
      }
    }) ?? {}
  )
}
