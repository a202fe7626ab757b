// Reads a digest as people type it. Pure: the console uses it too.

/** Crockford's base 32: no I, L, O and U. */
export const DIGEST_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const DIGEST = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Characters that are read: eight, and whatever separates them. */
const MAX_INPUT = 64

/** The digest in upper case, without dashes and spaces, O as 0, I and L as 1. Null: the text is no digest. */
export function readDigest(text: string): string | null {
  const digest = text
    .slice(0, MAX_INPUT)
    .toUpperCase()
    .replaceAll(/[-\s]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return DIGEST.test(digest) ? digest : null
}
