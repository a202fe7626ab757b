// A digest as a number of forty bits, and back.
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'

const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(DIGEST_ALPHABET.indexOf(String.fromCharCode(code)), 0),
)

export function numberOfDigest(digest: string): number {
  return numberOfDigestBytes(Buffer.from(digest), 0)
}

/** `bytes` contains the eight characters from `at` on. */
export function numberOfDigestBytes(bytes: Uint8Array, at: number): number {
  // Two halves of twenty bits: JavaScript shifts 32 bits at most.
  let high = 0
  let low = 0
  for (let digit = 0; digit < 4; digit++) {
    high = (high << 5) | VALUES[bytes[at + digit]! & 127]!
    low = (low << 5) | VALUES[bytes[at + 4 + digit]! & 127]!
  }
  return high * 0x10_00_00 + low
}

export function digestOfNumber(number: number): string {
  let digest = ''
  for (let rest = number; digest.length < 8; rest = Math.floor(rest / 32))
    digest = DIGEST_ALPHABET[rest % 32]! + digest
  return digest
}
