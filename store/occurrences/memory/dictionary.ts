// Texts that come again and again, each under a number; and marks of texts of which only needs to be known whether they are the same.

export class Names {
  readonly texts: string[] = []
  /** Of all texts together. */
  characters = 0
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.characters += text.length
    return number
  }

  /** Undefined: nothing has that name. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}

/** 53 bits that stand for the text at `from` to `to` of some bytes in UTF-8; 0 for an empty one. */
export type Marker = (bytes: Uint8Array, from: number, to: number) => number

/**
 * Of nine thousand million million pairs of texts, one shares a mark. Each marker begins with random numbers, so that nobody can look for names that
 * count as one.
 */
export function createMarker(): Marker {
  const [first, second] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number]
  return (bytes, from, to) => {
    if (from === to) return 0
    let low = first ^ (to - from)
    let high = second
    for (let at = from; at < to; at++) {
      low = Math.imul(low ^ bytes[at]!, 0x01_00_01_93)
      high = Math.imul(high ^ bytes[at]!, 0x85_eb_ca_6b)
      high ^= high >>> 15
    }
    low = stirred(low ^ (high >>> 7))
    high = stirred(high ^ low)
    return (high & 0x1f_ff_ff) * 0x1_00_00_00_00 + (low >>> 0) || 1
  }
}

/** Every bit of the word changes about half of the bits of what comes out. */
function stirred(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x7f_eb_35_2d)
  const whole = Math.imul(half ^ (half >>> 15), 0x84_6c_a6_8b)
  return whole ^ (whole >>> 16)
}
