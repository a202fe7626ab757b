// Gives each fingerprint (64 bits, written as 16 hex digits) a number, from 0 on. In typed arrays: 16 to 32
// bytes each, where a Map of texts takes a hundred and is moved at once when it grows.

const INITIAL_CAPACITY = 1_024

/** `find` has no number for it. */
export const NO_NUMBER = -1

/** The two halves of a fingerprint, as unsigned integers of 32 bits. */
export type Fingerprint = { high: number; low: number }

/** Null: the text is not a fingerprint. */
export function parseFingerprint(text: string): Fingerprint | null {
  if (!/^[\da-f]{16}$/.test(text)) return null
  return { high: Number.parseInt(text.slice(0, 8), 16), low: Number.parseInt(text.slice(8), 16) }
}

export class FingerprintTable {
  size = 0
  high = new Uint32Array(INITIAL_CAPACITY)
  low = new Uint32Array(INITIAL_CAPACITY)
  /** Open addressing: a number plus one; 0: the slot is empty. At most half are used. */
  #slots = new Uint32Array(2 * INITIAL_CAPACITY)
  /** A client may choose fingerprints, but cannot choose ones that share a slot. */
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!

  /** The number of the fingerprint, which is added if it is new. */
  add(high: number, low: number): number {
    const slot = this.#slotOf(high, low)
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1
    if (this.size === this.high.length) {
      this.#grow()
      return this.add(high, low)
    }
    this.high[this.size] = high
    this.low[this.size] = low
    this.#slots[slot] = ++this.size
    return this.size - 1
  }

  /** `NO_NUMBER`: it was never added. */
  find(high: number, low: number): number {
    return this.#slots[this.#slotOf(high, low)]! - 1
  }

  /** Throws if the text is not a fingerprint. */
  addText(text: string): number {
    const fingerprint = parseFingerprint(text)
    if (fingerprint === null) throw new TypeError(`${JSON.stringify(text)} is not a fingerprint`)
    return this.add(fingerprint.high, fingerprint.low)
  }

  /** `NO_NUMBER` also for a text that is not a fingerprint. */
  findText(text: string): number {
    const fingerprint = parseFingerprint(text)
    return fingerprint === null ? NO_NUMBER : this.find(fingerprint.high, fingerprint.low)
  }

  /** The numbers of those that were added. */
  findTexts(texts: string[]): number[] {
    return texts.map((text) => this.findText(text)).filter((number) => number !== NO_NUMBER)
  }

  text(number: number): string {
    return hex(this.high[number]!) + hex(this.low[number]!)
  }

  /** The slot that has the fingerprint, or the empty one where it belongs. */
  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(low ^ this.#seed, 0x85_eb_ca_6b)
    hash = Math.imul(hash ^ (hash >>> 15) ^ high, 0xc2_b2_ae_35)
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1
      if (number < 0 || (this.low[number] === low && this.high[number] === high)) return slot
    }
  }

  #grow(): void {
    const capacity = 2 * this.size
    this.high = grow(this.high, capacity)
    this.low = grow(this.low, capacity)
    this.#slots = new Uint32Array(2 * capacity)
    for (let number = 0; number < this.size; number++)
      this.#slots[this.#slotOf(this.high[number]!, this.low[number]!)] = number + 1
  }
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/** A longer array with the same values. */
export function grow<Column extends Uint8Array | Uint32Array | Float64Array>(
  column: Column,
  length: number,
): Column {
  const longer = new (column.constructor as new (length: number) => Column)(length)
  longer.set(column)
  return longer
}
