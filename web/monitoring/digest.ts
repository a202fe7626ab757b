// A digest identifies one occurrence of an error. It is created once per Error object, before anything is
// sent, so that screen, console, log and stored record show the same digest.

import { random } from './random.ts'

/** Primitives have no identity: equal ones within this time count as one throw. */
const primitiveMs = 1000

/** `final`: the digest was returned or shown, so it can no longer change. */
export type Occurrence = { digest: string; final?: boolean; reported?: boolean }

const occurrences = new WeakMap<object, Occurrence>()
let primitive: [thrown?: unknown, until?: number, occurrence?: Occurrence] = []

/** The digest of an error: 8 characters, constant for the lifetime of an Error object. Never throws. */
export function digestOf(thrown: unknown): string {
  const occurrence = occurrenceOf(thrown)
  occurrence.final = true
  return occurrence.digest
}

export function occurrenceOf(thrown: unknown): Occurrence {
  // The map has no primitives.
  let occurrence =
    occurrences.get(thrown as object) ||
    (primitive[0] === thrown && Date.now() < (primitive[1] as number) && primitive[2])
  if (!occurrence) {
    occurrence = { digest: random(8, 32).toUpperCase() }
    if (Object(thrown) === thrown) occurrences.set(thrown as object, occurrence)
    else primitive = [thrown, Date.now() + primitiveMs, occurrence]
  }
  return occurrence
}
