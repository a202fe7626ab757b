/** `length` characters of `alphabet`, whose size must be a power of two. */
export function random(length: number, alphabet = '0123456789abcdef'): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('')
}
