/** Crockford's base32: no I, L, O and U, so that it can be read aloud. Its first half is hexadecimal. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` random characters out of the first `size`; a power of two makes them equally likely. */
export function random(length: number, size = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % size]).join('')
}
