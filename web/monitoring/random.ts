/** Crockford's base32, without I, L, O and U, to be read out on the phone. Its first half is hexadecimal. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` of the first `size` characters; a power of two, so that each is equally likely. */
export function random(length: number, size = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % size]).join('')
}
