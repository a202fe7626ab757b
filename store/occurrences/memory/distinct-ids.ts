// A set of hashes of ids, each as two halves of 32 bits. It grows with its members: a few users of very many
// occurrences stay in the processor's cache.

const INITIAL_SLOTS = 64

export class DistinctIds {
  size = 0
  #mask = INITIAL_SLOTS - 1
  /** Of `#mask + 1` slots, the two halves of a hash; 0: the slot is empty. At most half are used. */
  #slots = new Uint32Array(2 * INITIAL_SLOTS)

  /** An empty id, whose halves are 0, is not counted. */
  add(low: number, high: number): void {
    if ((low | high) === 0 || !this.#insert(low, high)) return
    this.size++
    if (2 * this.size > this.#mask) this.#grow()
  }

  clear(): void {
    this.#slots.fill(0, 0, 2 * (this.#mask + 1))
    this.#mask = INITIAL_SLOTS - 1
    this.size = 0
  }

  /** False: it is in the set already. */
  #insert(low: number, high: number): boolean {
    const [slots, mask] = [this.#slots, this.#mask]
    let slot = (low ^ Math.imul(high, 0x85_eb_ca_6b)) & mask
    for (; ; slot = (slot + 1) & mask) {
      const [ownLow, ownHigh] = [slots[2 * slot], slots[2 * slot + 1]]
      if (ownLow === low && ownHigh === high) return false
      if (ownLow === 0 && ownHigh === 0) break
    }
    slots[2 * slot] = low
    slots[2 * slot + 1] = high
    return true
  }

  #grow(): void {
    const members = this.#slots.slice(0, 2 * (this.#mask + 1))
    this.#mask = 4 * (this.#mask + 1) - 1
    if (this.#slots.length < 2 * (this.#mask + 1)) this.#slots = new Uint32Array(2 * (this.#mask + 1))
    else this.#slots.fill(0, 0, members.length)
    for (let at = 0; at < members.length; at += 2)
      if ((members[at]! | members[at + 1]!) !== 0) this.#insert(members[at]!, members[at + 1]!)
  }
}
