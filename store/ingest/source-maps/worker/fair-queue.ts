// A queue that takes the items of its keys in turn: many items of one key do not delay another key's.

export class FairQueue<Item> {
  /** The first key is the next one. */
  readonly #items = new Map<string, Item[]>()

  add(key: string, item: Item): void {
    const items = this.#items.get(key)
    if (items) items.push(item)
    else this.#items.set(key, [item])
  }

  /** It is the next one of its key. */
  addFirst(key: string, item: Item): void {
    const items = this.#items.get(key)
    if (items) items.unshift(item)
    else this.#items.set(key, [item])
  }

  /** Undefined: the queue is empty. */
  next(): Item | undefined {
    for (const [key, items] of this.#items) {
      const item = items.shift()
      this.#items.delete(key)
      if (items.length > 0) this.#items.set(key, items)
      return item
    }
    return undefined
  }
}
