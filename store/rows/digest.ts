// Digests: eight characters of Crockford's base32, read kindly, and made for occurrences that come without one.
import { createHash } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** The digest in its one spelling: any case, dashes and spaces ignored, O is 0, I and L are 1. Null: it is none. */
export function readDigest(text: string): string | null {
  const bare = text
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[-\s]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return DIGEST.test(bare) ? bare : null
}

const DIGITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(ALPHABET.indexOf(String.fromCharCode(code)), 0),
)

/** Forty bits: a digest as a number, and back. In bytes, it is the eight from `at` on. */
export function numberOfDigest(digest: string): number {
  return numberOfDigestBytes(Buffer.from(digest), 0)
}

export function numberOfDigestBytes(bytes: Uint8Array, at: number): number {
  // In two halves, of which each is a whole number of 32 bits.
  let high = 0
  let low = 0
  for (let digit = 0; digit < 4; digit++) {
    high = (high << 5) | DIGITS[bytes[at + digit]! & 127]!
    low = (low << 5) | DIGITS[bytes[at + 4 + digit]! & 127]!
  }
  return high * 0x10_00_00 + low
}

export function digestOfNumber(number: number): string {
  let digest = ''
  for (let rest = number; digest.length < 8; rest = Math.floor(rest / 32))
    digest = ALPHABET[rest % 32]! + digest
  return digest
}

/** Derived, not random: the same request sent again names its occurrences the same. */
export function deriveDigest(bodyHash: string, position: number): string {
  const bytes = createHash('sha256').update(`${bodyHash} ${position}`).digest()
  return Array.from(bytes.subarray(0, 8), (byte) => ALPHABET[byte % 32]).join('')
}
