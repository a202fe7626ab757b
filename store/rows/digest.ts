// Digests: eight characters of Crockford's base32. Read with common mistakes, and made for occurrences
// without one.
import { createHash } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Longer texts are no digest, whatever separators they have. */
const MAX_LENGTH = 64

/** The digest in upper case, without dashes and spaces, O as 0, I and L as 1. Null: the text is no digest. */
export function readDigest(text: string): string | null {
  const digest = text
    .slice(0, MAX_LENGTH)
    .toUpperCase()
    .replaceAll(/[-\s]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return DIGEST.test(digest) ? digest : null
}

const DIGITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(ALPHABET.indexOf(String.fromCharCode(code)), 0),
)

/** A digest is 40 bits: it fits a number. */
export function numberOfDigest(digest: string): number {
  return numberOfDigestBytes(Buffer.from(digest), 0)
}

/** The same of the eight bytes from `start` on. */
export function numberOfDigestBytes(bytes: Uint8Array, start: number): number {
  // In two halves of 20 bits: bit operations are limited to 32.
  let high = 0
  let low = 0
  for (let digit = 0; digit < 4; digit++) {
    high = (high << 5) | DIGITS[bytes[start + digit]! & 127]!
    low = (low << 5) | DIGITS[bytes[start + 4 + digit]! & 127]!
  }
  return high * 0x10_00_00 + low
}

export function digestOfNumber(number: number): string {
  let digest = ''
  for (let rest = number; digest.length < 8; rest = Math.floor(rest / 32))
    digest = ALPHABET[rest % 32]! + digest
  return digest
}

/** Not random: the same request sent again has the same digests. */
export function deriveDigest(bodyHash: string, position: number): string {
  const bytes = createHash('sha256').update(`${bodyHash} ${position}`).digest()
  return Array.from(bytes.subarray(0, 8), (byte) => ALPHABET[byte % 32]).join('')
}
