/** Crockford's base32, of which the first half is hexadecimal: without I, L, O and U a digest survives being read out on the telephone. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` of the first `size` characters; a power of two, so that each is as likely as the others. */
export function random(length: number, size = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % size]).join('')
}
