// Names whose values are secrets, as SCRUB and people name them: relay and store take the same ones.

/** Shorter ones are the end of too many ordinary names. */
export const SCRUB_NAME = /^[\p{L}\d](?:[-_. ]?[\p{L}\d]){2,63}$/u

export const SCRUB_NAME_FORM = 'names of at least three letters and digits such as iban or customer-number'

/** Of people. Each is a part of expressions that every text goes through. */
export const MAX_SCRUB_NAMES = 100
