// Digests: eight characters of Crockford's base32, read kindly, and made for occurrences that come without one.
import { createHash } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** The digest in its one spelling: any case, dashes and spaces ignored, O is 0, I and L are 1. Null: it is none. */
export function readDigest(text: string): string | null {
  const bare = text.slice(0, 64).toUpperCase().replaceAll(/[-\s]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return DIGEST.test(bare) ? bare : null
}

/** Derived, not random: the same request sent again names its occurrences the same. */
export function deriveDigest(bodyHash: string, position: number): string {
  const bytes = createHash('sha256').update(`${bodyHash} ${position}`).digest()
  return Array.from(bytes.subarray(0, 8), (byte) => ALPHABET[byte % 32]).join('')
}
