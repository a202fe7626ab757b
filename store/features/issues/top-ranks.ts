// The first rows of a sorted list, without sorting all: a heap of as many as a page has.

/** What issues are sorted by, the greatest first: `group`, `high`, `low`, then the id in two halves. */
export type Rank = { group: number; high: number; low: number; idHigh: number; idLow: number; number: number }

/** Positive: `a` is in front of `b`. */
export function compareRanks(a: Rank, b: Rank): number {
  return a.group - b.group || a.high - b.high || a.low - b.low || a.idHigh - b.idHigh || a.idLow - b.idLow
}

export class TopRanks {
  readonly #limit: number
  /** A binary heap, whose first rank is the last of the page. */
  readonly #heap: Rank[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** A rank that is among the greatest is copied. */
  offer(rank: Rank): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push({ ...rank })
      this.#siftUp()
    } else if (compareRanks(rank, this.#heap[0]!) > 0) {
      this.#heap[0] = { ...rank }
      this.#siftDown()
    }
  }

  /** The greatest first. */
  sorted(): Rank[] {
    return this.#heap.toSorted((a, b) => compareRanks(b, a))
  }

  #siftUp(): void {
    for (let at = this.#heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#swapIfLess(at, parent)) return
      at = parent
    }
  }

  #siftDown(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      if (left >= this.#heap.length) return
      const isRightLess = right < this.#heap.length && compareRanks(this.#heap[right]!, this.#heap[left]!) < 0
      const child = isRightLess ? right : left
      if (!this.#swapIfLess(child, at)) return
      at = child
    }
  }

  #swapIfLess(child: number, parent: number): boolean {
    const [childRank, parentRank] = [this.#heap[child]!, this.#heap[parent]!]
    if (compareRanks(childRank, parentRank) >= 0) return false
    this.#heap[child] = parentRank
    this.#heap[parent] = childRank
    return true
  }
}
