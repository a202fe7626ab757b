// Keeps the most recently used values within a number of bytes.

export class ByteCache<Key, Value extends { size: number }> {
  readonly #values = new Map<Key, Value>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#bytes += value.size
    this.#evict(key)
  }

  /** Of a value that has become bigger. */
  grow(key: Key, bytes: number): void {
    const value = this.#values.get(key)
    if (!value) return
    value.size += bytes
    this.#bytes += bytes
    this.#evict(key)
  }

  delete(key: Key): void {
    this.#bytes -= this.#values.get(key)?.size ?? 0
    this.#values.delete(key)
  }

  /** The value that is in use stays, also where it is too big alone. */
  #evict(used: Key): void {
    for (const key of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      if (key !== used) this.delete(key)
    }
  }
}
