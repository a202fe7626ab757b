/**
 * Crockford's base32; its first half is hexadecimal. Without I, L, O and U a digest can be read out on the
 * phone.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` of the first `size` characters; a power of two, so that each is equally likely. */
export function random(length: number, size = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % size]).join('')
}
