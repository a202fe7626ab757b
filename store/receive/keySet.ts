// A set of keys of 128 bits in one piece of memory: as texts in a Set each would take six times as much.

/** Words of 32 bits in a key. */
const WORDS = 4

export type KeySet = {
  size: number
  has(key: string): boolean
  /** Keys are 32 hex digits. */
  add(key: string): void
}

/** Room for `most` keys, half of it empty, so that few places are looked at. Pages that no key is in take no memory. */
export function createKeySet(most: number): KeySet {
  const mask = 2 ** Math.ceil(Math.log2(2 * most)) - 1
  const slots = new Uint32Array((mask + 1) * WORDS)
  const wanted = new Uint32Array(WORDS)
  const set: KeySet = {
    size: 0,
    has: (key) => isTaken(find(key)),
    add(key) {
      const slot = find(key)
      if (isTaken(slot)) return
      slots.set(wanted, slot)
      set.size++
    },
  }
  return set

  /** Where the key is, or the empty place where it would be. */
  function find(key: string): number {
    for (let word = 0; word < WORDS; word++)
      wanted[word] = Number.parseInt(key.slice(8 * word, 8 * word + 8), 16)
    // An empty place is all zeros, and no hash is that.
    let at = wanted[0]! & mask
    while (isTaken(at * WORDS) && !isWanted(at * WORDS)) at = (at + 1) & mask
    return at * WORDS
  }

  function isTaken(slot: number): boolean {
    return (slots[slot]! | slots[slot + 1]! | slots[slot + 2]! | slots[slot + 3]!) !== 0
  }

  function isWanted(slot: number): boolean {
    for (let word = 0; word < WORDS; word++) if (slots[slot + word] !== wanted[word]) return false
    return true
  }
}
