/** At most `bytes` of the text in UTF-8, never half a character. */
export function cut(text: string, bytes: number): string {
  // No character takes more than three bytes per UTF-16 unit, so most texts need not be measured.
  if (3 * text.length <= bytes || Buffer.byteLength(text) <= bytes) return text
  const whole = Buffer.from(text.slice(0, bytes))
  let end = Math.min(bytes, whole.length)
  // Continuation bytes begin with the bits 10.
  while (end < whole.length && end > 0 && (whole[end]! & 0xc0) === 0x80) end--
  return whole.toString('utf8', 0, end)
}
