// A digest names one occurrence, never a class of errors: it is made once per Error object, before anything is sent,
// so that screen, console line, log line and stored record all say the same.

/** Crockford's base32: no I, L, O, U, so that a digest survives being read out on the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A primitive has no identity: boundary and root handler see the same throw of it within this time, and so does nobody else that matters, for equal records within it are held back anyway. */
const primitiveMs = 1000

/** `given`: the digest has left this package, so it can no longer change. */
export type Occurrence = { digest: string; given?: boolean; reported?: boolean }

const occurrences = new WeakMap<object, Occurrence>()
let primitive: { thrown: unknown; at: number; occurrence: Occurrence } | undefined

/** The digest of an error: 8 characters, the same for the whole life of an Error object. Never throws. */
export function digestOf(thrown: unknown): string {
  const occurrence = occurrenceOf(thrown)
  occurrence.given = true
  return occurrence.digest
}

export function occurrenceOf(thrown: unknown): Occurrence {
  if ((typeof thrown === 'object' && thrown) || typeof thrown === 'function') {
    let occurrence = occurrences.get(thrown)
    if (!occurrence) occurrences.set(thrown, (occurrence = { digest: newDigest() }))
    return occurrence
  }
  const at = Date.now()
  if (!primitive || !Object.is(primitive.thrown, thrown) || at - primitive.at > primitiveMs) {
    primitive = { thrown, at, occurrence: { digest: newDigest() } }
  }
  return primitive.occurrence
}

function newDigest(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte & 31]).join('')
}
