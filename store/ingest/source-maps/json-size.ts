// Bounds the memory that `JSON.parse` takes. It cannot be stopped: where it reaches the limit of a worker's
// heap, the process ends.
import { InvalidMapError } from './invalid-map-error.ts'

export const MAX_MAP_BYTES = 64 * 1024 * 1024

/** A value takes up to 64 bytes. A map of 3 MB has some ten thousand: its names and sources. */
const MAX_VALUES = 1_000_000

/** A map has four levels; tools add fields of their own. */
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Throws `InvalidMapError`. */
export function checkSize(json: Buffer): void {
  if (json.length > MAX_MAP_BYTES)
    throw new InvalidMapError(`The source map has more than ${MAX_MAP_BYTES / 1024 / 1024} MiB.`)
  let [values, depth] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === COMMA) values++
    else if (byte === BRACKET_OPEN || byte === BRACE_OPEN) {
      values++
      if (++depth > MAX_DEPTH) throw new InvalidMapError('The JSON of the source map is nested too deeply.')
    } else if (byte === BRACKET_CLOSE || byte === BRACE_CLOSE) depth--
  }
  if (values > MAX_VALUES) throw new InvalidMapError('The source map has too many values.')
}

/** Index of the quote that ends the string beginning at `start`; the end of the text where there is none. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
