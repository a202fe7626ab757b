// Whether the beginning of a JSON text nests so deeply that nobody could read its end.

/** OTLP itself needs some twenty levels, values of attributes included. */
const MAX_LEVELS = 1_000
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

export function nestsTooDeep(beginning: Buffer): boolean {
  let level = 0
  let inText = false
  for (let at = 0; at < beginning.length; at++) {
    const byte = beginning[at]
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > MAX_LEVELS) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
  }
  return false
}
