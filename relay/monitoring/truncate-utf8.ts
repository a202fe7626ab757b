// Cuts a text to at most `limit` bytes of UTF-8, never within a character.

export function truncateUtf8(text: string, limit: number): string {
  // A UTF-16 unit takes at most three bytes, so most texts need not be measured.
  if (3 * text.length <= limit || Buffer.byteLength(text) <= limit) return text
  const bytes = Buffer.from(text.slice(0, limit))
  let end = Math.min(limit, bytes.length)
  // Continuation bytes start with the bits 10.
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
