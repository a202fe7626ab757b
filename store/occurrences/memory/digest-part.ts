// Some characters of a digest, found in digests that are numbers of forty bits, five bits a character.
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'

const DIGITS = 8
const BITS = 5

/** Characters that fit an operation on 32 bits. */
const MAX_QUICK = 6

/** `quick`: of the last characters, as many as `mask` has bits for. */
export type DigestPart = { length: number; number: number; quick: number; mask: number }

/** `text`: one to eight characters of the alphabet, in any case. */
export function digestPart(text: string): DigestPart {
  const number = text
    .toUpperCase()
    .split('')
    .reduce((value, character) => value * 32 + DIGEST_ALPHABET.indexOf(character), 0)
  const mask = 2 ** (BITS * Math.min(text.length, MAX_QUICK)) - 1
  return { length: text.length, number, quick: (number & mask) >>> 0, mask }
}

export function isPartOfDigest(digest: number, { length, number, quick, mask }: DigestPart): boolean {
  let rest = digest
  for (let at = length; at <= DIGITS; at++) {
    if ((rest & mask) >>> 0 === quick && rest % 32 ** length === number) return true
    rest = Math.floor(rest / 32)
  }
  return false
}
