// Where each issue is in a sorted list, as numbers that can be compared without an object for each issue; and
// the first rows of the list, without sorting all.
import type { IssueSort } from '../../../../contract/issues.ts'
import { greatest } from '../../../database/instants.ts'
import type { Cursor } from '../../../http/cursor.ts'
import { NO_NUMBER, parseFingerprint } from '../../../occurrences/fingerprint-table.ts'
import type { Dictionary } from '../../../occurrences/dictionary.ts'
import { nanosecondsOf, timestampOf } from '../../../occurrences/memory/partition.ts'
import type { IssueIndex } from '../state/issue-index.ts'
import type { IssueState } from '../state/issue-state.ts'
import type { ReleaseOrder } from '../state/release-order.ts'

/**
 * What issues are sorted by, the greatest first: `group`, `deploy`, `high`, `low`, then the id in two halves.
 * Issues that changed with the latest release of their service are group 1: by `deploy`, its instant in
 * milliseconds, then by users × events, which are all since the deploy, then by the microsecond in which they
 * were last seen: a new issue is never below an older one of as few events. Others have no `deploy`.
 */
export type Rank = {
  group: number
  deploy: number
  high: number
  low: number
  idHigh: number
  idLow: number
  number: number
}

/** Positive: `a` is in front of `b`. */
export function compareRanks(a: Rank, b: Rank): number {
  return (
    a.group - b.group ||
    a.deploy - b.deploy ||
    a.high - b.high ||
    a.low - b.low ||
    a.idHigh - b.idHigh ||
    a.idLow - b.idLow
  )
}

export type IssueRanking = {
  /** Of an issue that was never changed. The same object for every call. */
  rankOf(number: number): Rank
  rankOfState(state: IssueState, number: number): Rank
}

/** `counts`: of events or users. `from`: of the range; earlier changes do not count. */
type RankingInput = {
  index: IssueIndex
  releases: ReleaseOrder
  sort: IssueSort
  counts: Uint32Array
  events: Uint32Array
  from: bigint
}

export function createRanking(input: RankingInput): IssueRanking {
  const { index, releases, sort, counts, events, from } = input
  const { high, low } = index.fingerprints
  const byCount = isByCount(sort)
  const latest = latestReleases(releases, index.services)
  const start = timestampOf(greatest(from, 0n))
  const seconds = sort === 'firstSeen' ? index.firstSeconds : index.lastSeconds
  const nanoseconds = sort === 'firstSeen' ? index.firstNanoseconds : index.lastNanoseconds
  const rank: Rank = { group: 0, deploy: 0, high: 0, low: 0, idHigh: 0, idLow: 0, number: 0 }

  /** First seen since the latest release of its service. */
  function isSinceRelease(number: number): boolean {
    const service = index.service[number]!
    const [first, nanoseconds] = [index.firstSeconds[number]!, index.firstNanoseconds[number]!]
    const sinceRelease = first - latest.seconds[service]! || nanoseconds - latest.nanoseconds[service]!
    return sinceRelease >= 0 && (first - start.seconds || nanoseconds - start.nanoseconds) >= 0
  }

  function scoreOf(number: number): number {
    return Math.max(1, counts[number]!) * events[number]!
  }

  return {
    rankOf(number) {
      const isChanged = sort === 'change' && isSinceRelease(number)
      rank.group = isChanged ? 1 : 0
      rank.deploy = isChanged ? latest.milliseconds[index.service[number]!]! : 0
      rank.high = isChanged ? scoreOf(number) : byCount ? counts[number]! : seconds[number]!
      if (isChanged) rank.low = microsecondsOf(index.lastSeconds[number]!, index.lastNanoseconds[number]!)
      else rank.low = byCount ? 0 : nanoseconds[number]!
      rank.idHigh = high[number]!
      rank.idLow = low[number]!
      rank.number = number
      return rank
    },
    rankOfState(state, number) {
      const release = releases.latestReleaseAt(state.service)
      const isChanged = sort === 'change' && isNewSince(state, greatest(release, from))
      const instant = timestampOf(sort === 'firstSeen' ? state.firstSeen : state.lastSeen)
      const { seconds, nanoseconds } = byCount ? { seconds: counts[number]!, nanoseconds: 0 } : instant
      const id = { idHigh: high[number]!, idLow: low[number]! }
      if (!isChanged) return { group: 0, deploy: 0, high: seconds, low: nanoseconds, ...id, number }
      const deploy = Number(release / 1_000_000n)
      const last = microsecondsOf(instant.seconds, instant.nanoseconds)
      return { group: 1, deploy, high: scoreOf(number), low: last, ...id, number }
    },
  }
}

/** Since 1970: as exact as a double can be. */
function microsecondsOf(seconds: number, nanoseconds: number): number {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1_000)
}

/** New or regressed since that instant. */
export function isNewSince({ firstSeen, lastSeen, status }: IssueState, instant: bigint): boolean {
  return firstSeen >= instant || (status === 'regressed' && lastSeen >= instant)
}

/** By the number of the service; 0 where no release is known. */
function latestReleases(
  { latest }: ReleaseOrder,
  services: Dictionary,
): { seconds: Uint32Array; nanoseconds: Uint32Array; milliseconds: Float64Array } {
  const seconds = new Uint32Array(services.texts.length)
  const nanoseconds = new Uint32Array(services.texts.length)
  const milliseconds = new Float64Array(services.texts.length)
  for (const [service, { at }] of latest) {
    const number = services.find(service)
    if (number === undefined) continue
    const timestamp = timestampOf(at)
    seconds[number] = timestamp.seconds
    nanoseconds[number] = timestamp.nanoseconds
    milliseconds[number] = Number(at / 1_000_000n)
  }
  return { seconds, nanoseconds, milliseconds }
}

/** Of the page that ends with this rank. */
export function cursorOfRank(rank: Rank, sort: IssueSort, index: IssueIndex): Cursor {
  const { group, deploy, high, low, number } = rank
  const isNumber = group === 1 || isByCount(sort)
  const value = isNumber ? BigInt(high) : nanosecondsOf({ seconds: high, nanoseconds: low })
  return [group, String(deploy), String(value), String(low), index.fingerprints.text(number)]
}

/** The inverse. `cursor`: of the kinds `innnh`. */
export function rankOfCursor([group, deploy, rank, low, id]: Cursor, sort: IssueSort): Rank {
  const isNumber = group === 1 || isByCount(sort)
  const high = isNumber ? Number(rank) : timestampOf(BigInt(rank!)).seconds
  const { high: idHigh, low: idLow } = parseFingerprint(String(id))!
  return {
    group: Number(group),
    deploy: Number(deploy),
    high,
    low: Number(low),
    idHigh,
    idLow,
    number: NO_NUMBER,
  }
}

function isByCount(sort: IssueSort): boolean {
  return sort === 'count' || sort === 'users'
}

/** As many ranks as a page has, the greatest of all that were offered. */
export class TopRanks {
  readonly #limit: number
  /** At most twice the limit. */
  #ranks: Rank[] = []
  /** The last rank of the page so far; null: the page is not full. */
  #last: Rank | null = null

  constructor(limit: number) {
    this.#limit = limit
  }

  /** A rank that may be among the greatest is copied. */
  offer(rank: Rank): void {
    if (this.#last !== null && compareRanks(rank, this.#last) < 0) return
    this.#ranks.push({ ...rank })
    if (this.#ranks.length < 2 * this.#limit) return
    this.#ranks = this.sorted()
    this.#last = this.#ranks.at(-1)!
  }

  /** The greatest first. */
  sorted(): Rank[] {
    return this.#ranks.toSorted((a, b) => compareRanks(b, a)).slice(0, this.#limit)
  }
}
