// Where each issue is in a sorted list, as numbers that can be compared without an object for each issue; and
// the first rows of the list, without sorting all.
import type { IssueSort } from '../../../contract/issues.ts'
import { NO_NUMBER, parseFingerprint } from '../../occurrences/fingerprint-table.ts'
import type { Dictionary } from '../../occurrences/dictionary.ts'
import { nanosecondsOf, timestampOf, type Timestamp } from '../../occurrences/memory/partition.ts'
import type { IssueIndex } from './issue-index.ts'
import type { IssueState } from './issue-state.ts'
import type { ReleaseOrder } from './release-order.ts'

/** What issues are sorted by, the greatest first: `group`, `high`, `low`, then the id in two halves. */
export type Rank = { group: number; high: number; low: number; idHigh: number; idLow: number; number: number }

/** Positive: `a` is in front of `b`. */
export function compareRanks(a: Rank, b: Rank): number {
  return a.group - b.group || a.high - b.high || a.low - b.low || a.idHigh - b.idHigh || a.idLow - b.idLow
}

/** What a list is sorted by, the greatest first: `group`, then `rank`, then the id. */
export type SortKey = { group: number; rank: bigint; id: string }

export type IssueRanking = {
  /** Of an issue that was never changed. The same object for every call. */
  rankOf(number: number): Rank
  rankOfState(state: IssueState, number: number): Rank
}

type RankingInput = { index: IssueIndex; releases: ReleaseOrder; sort: IssueSort; counts: Uint32Array }

export function createRanking({ index, releases, sort, counts }: RankingInput): IssueRanking {
  const { high, low } = index.fingerprints
  const isByCount = sort === 'count' || sort === 'users'
  const latest = latestReleases(releases, index.services)
  const seconds = sort === 'firstSeen' ? index.firstSeconds : index.lastSeconds
  const nanoseconds = sort === 'firstSeen' ? index.firstNanoseconds : index.lastNanoseconds
  const rank: Rank = { group: 0, high: 0, low: 0, idHigh: 0, idLow: 0, number: 0 }

  /** First seen since the latest release of its service. */
  function isSinceRelease(number: number): boolean {
    const service = index.service[number]!
    const difference =
      index.firstSeconds[number]! - latest.seconds[service]! ||
      index.firstNanoseconds[number]! - latest.nanoseconds[service]!
    return difference >= 0
  }

  return {
    rankOf(number) {
      rank.group = sort === 'change' && isSinceRelease(number) ? 1 : 0
      rank.high = isByCount ? counts[number]! : seconds[number]!
      rank.low = isByCount ? 0 : nanoseconds[number]!
      rank.idHigh = high[number]!
      rank.idLow = low[number]!
      rank.number = number
      return rank
    },
    rankOfState(state, number) {
      const isChanged = sort === 'change' && isNewSince(state, releases.latestReleaseAt(state.service))
      const instant = timestampOf(sort === 'firstSeen' ? state.firstSeen : state.lastSeen)
      const { seconds, nanoseconds } = isByCount ? { seconds: counts[number]!, nanoseconds: 0 } : instant
      const id = { idHigh: high[number]!, idLow: low[number]! }
      return { group: Number(isChanged), high: seconds, low: nanoseconds, ...id, number }
    },
  }
}

/** New or regressed since that instant. */
export function isNewSince({ firstSeen, lastSeen, status }: IssueState, instant: bigint): boolean {
  return firstSeen >= instant || (status === 'regressed' && lastSeen >= instant)
}

/** By the number of the service; 0 where no release is known. */
function latestReleases(
  { latest }: ReleaseOrder,
  services: Dictionary,
): { seconds: Uint32Array; nanoseconds: Uint32Array } {
  const seconds = new Uint32Array(services.texts.length)
  const nanoseconds = new Uint32Array(services.texts.length)
  for (const [service, instant] of latest) {
    const number = services.find(service)
    if (number === undefined) continue
    const timestamp = timestampOf(instant)
    seconds[number] = timestamp.seconds
    nanoseconds[number] = timestamp.nanoseconds
  }
  return { seconds, nanoseconds }
}

export function toSortKey({ group, high, low, ...id }: Rank, sort: IssueSort, index: IssueIndex): SortKey {
  const isByCount = sort === 'count' || sort === 'users'
  const rank = isByCount ? BigInt(high) : nanosecondsOf({ seconds: high, nanoseconds: low })
  return { group, rank, id: index.fingerprints.text(id.number) }
}

/** The inverse. Throws if the id is not a fingerprint. */
export function fromSortKey({ group, rank, id }: SortKey, sort: IssueSort): Rank {
  const isByCount = sort === 'count' || sort === 'users'
  const { seconds, nanoseconds }: Timestamp = isByCount
    ? { seconds: Number(rank), nanoseconds: 0 }
    : timestampOf(rank)
  const fingerprint = parseFingerprint(id)
  if (fingerprint === null) throw new TypeError('the id of a cursor is no fingerprint')
  const halves = { idHigh: fingerprint.high, idLow: fingerprint.low }
  return { group, high: seconds, low: nanoseconds, ...halves, number: NO_NUMBER }
}

/** A heap of as many rows as a page has. */
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
