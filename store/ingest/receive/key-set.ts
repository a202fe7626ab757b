// A set of 128-bit keys in one typed array: a Set of strings takes six times the memory.

/** 32-bit integers of a key. */
const KEY_LENGTH = 4

export type KeySet = {
  size: number
  has(key: string): boolean
  /** Keys are 32 hex digits. */
  add(key: string): void
}

/** Half of the slots stay empty, so that few are looked at. Memory pages without keys take no memory. */
export function createKeySet(capacity: number): KeySet {
  const mask = 2 ** Math.ceil(Math.log2(2 * capacity)) - 1
  const slots = new Uint32Array((mask + 1) * KEY_LENGTH)
  const wanted = new Uint32Array(KEY_LENGTH)
  const set: KeySet = {
    size: 0,
    has: (key) => isUsed(find(key)),
    add(key) {
      const slot = find(key)
      if (isUsed(slot)) return
      slots.set(wanted, slot)
      set.size++
    },
  }
  return set

  /** The slot of the key, or the empty slot where it belongs. */
  function find(key: string): number {
    for (let index = 0; index < KEY_LENGTH; index++)
      wanted[index] = Number.parseInt(key.slice(8 * index, 8 * index + 8), 16)
    let position = wanted[0]! & mask
    while (isUsed(position * KEY_LENGTH) && !isWanted(position * KEY_LENGTH)) position = (position + 1) & mask
    return position * KEY_LENGTH
  }

  /** An empty slot is all zeros, and no hash is. */
  function isUsed(slot: number): boolean {
    return (slots[slot]! | slots[slot + 1]! | slots[slot + 2]! | slots[slot + 3]!) !== 0
  }

  function isWanted(slot: number): boolean {
    for (let index = 0; index < KEY_LENGTH; index++) if (slots[slot + index] !== wanted[index]) return false
    return true
  }
}
