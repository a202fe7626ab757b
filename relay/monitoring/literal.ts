// Bytes that are expected at some place, to be compared four at a time.

export class Literal {
  readonly bytes: Uint8Array
  readonly words: Int32Array

  constructor(text: string | Uint8Array) {
    this.bytes = Buffer.from(text as string)
    const view = viewOf(this.bytes)
    this.words = new Int32Array(this.bytes.length >>> 2)
    for (let index = 0; index < this.words.length; index++) this.words[index] = view.getInt32(4 * index, true)
  }

  /** Whether they stand there, with room behind them. */
  isAt(from: Uint8Array, view: DataView, at: number): boolean {
    const { bytes, words } = this
    const whole = words.length
    const size = bytes.length
    if (at + size >= from.length) return false
    for (let index = 0; index < whole; index++)
      if (view.getInt32(at + 4 * index, true) !== words[index]) return false
    for (let index = 4 * whole; index < size; index++) if (from[at + index] !== bytes[index]) return false
    return true
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
