// Whether the start of a JSON text nests deeper than OTLP can.

/** OTLP needs some twenty levels, values of attributes included. */
const MAX_LEVELS = 1_000
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

export function nestsTooDeep(start: Buffer): boolean {
  let level = 0
  let isInText = false
  for (let index = 0; index < start.length; index++) {
    const byte = start[index]
    if (isInText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > MAX_LEVELS) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
  }
  return false
}
