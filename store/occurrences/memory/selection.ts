// The rows of the index that match a filter: a range, some sources, words, and optionally the rows that SQL
// matched.
import type { FingerprintTable } from '../fingerprint-table.ts'
import { isPartOfDigest, type DigestPart } from './digest-part.ts'
import { numberOfDigestBytes, type Partition, type Timestamp } from './partition.ts'

/** Groups of rows, such as issues. `of`: the group of each fingerprint's number; `NO_GROUP`: not counted. */
export type Groups = { of: Int32Array; count: number }
export const NO_GROUP = -1

/** `rows`: numbers of rows of the partition; null: its first `size` rows. */
export type SelectedPartition = { partition: Partition; size: number; rows: Uint32Array | null }

export type IndexSelection = {
  partitions: SelectedPartition[]
  fingerprints: FingerprintTable
}

const NO_ROWS = new Uint32Array(0)

export type RowFilter = {
  from: Timestamp
  to: Timestamp
  /** 1 for each number of a source that matches; null: all match. */
  sources: Uint8Array | null
  matches: MatchSet | null
  words: WordMatch[]
}

/** Which rows contain a word. `texts`: 1 for each number of a text that contains it. */
export type WordMatch = {
  texts: Uint8Array
  /** The word as a part of a digest; null: no digest can contain it. */
  digest: DigestPart | null
  /** Rows whose framework gave them the word as their digest. */
  given: MatchSet | null
  negated: boolean
}

/** A snapshot: rows that are added later are not part of it. */
export function selectRows(partition: Partition, filter: RowFilter): SelectedPartition {
  if (partition.isOutside(filter.from, filter.to)) return { partition, size: 0, rows: NO_ROWS }
  const isWithin = partition.isWithin(filter.from, filter.to)
  const isWhole = filter.sources === null && filter.matches === null && filter.words.length === 0
  if (isWithin && isWhole) return { partition, size: partition.size, rows: null }
  const rows = matchingRows(partition, filter, isWithin)
  return { partition, size: rows.length, rows }
}

function matchingRows(
  partition: Partition,
  { from, to, sources, matches, words }: RowFilter,
  isWithin: boolean,
): Uint32Array {
  const { digests, seconds, nanoseconds } = partition
  const rows = new Uint32Array(partition.size)
  let size = 0
  for (let row = 0; row < partition.size; row++) {
    if (!isWithin && (partition.compare(row, from) < 0 || partition.compare(row, to) >= 0)) continue
    if (sources !== null && sources[partition.sources[row]!] !== 1) continue
    if (matches !== null && !matches.has(digests[row]!, seconds[row]!, nanoseconds[row]!)) continue
    rows[size++] = row
  }
  for (const word of words) size = keepWord(partition, rows.subarray(0, size), word)
  return rows.slice(0, size)
}

/** Moves the rows that have the word to the front, or those that must not have it. Returns their number. */
function keepWord(partition: Partition, rows: Uint32Array, word: WordMatch): number {
  const { titles, addresses, digests, seconds, nanoseconds } = partition
  const { texts, digest, given } = word
  const wanted = word.negated ? 0 : 1
  let size = 0
  for (const row of rows) {
    let match = texts[titles[row]!]! | texts[addresses[row]!]!
    if (match === 0 && digest !== null) match = Number(isPartOfDigest(digests[row]!, digest))
    if (match === 0 && given !== null)
      match = Number(given.has(digests[row]!, seconds[row]!, nanoseconds[row]!))
    if (match === wanted) rows[size++] = row
  }
  return size
}

/** The rows that are in a group: a page of issues has few of all rows, whose hash table is as small. */
export function rowsOfGroups(selection: IndexSelection, groups: Groups): IndexSelection {
  const partitions = selection.partitions.map(({ partition, size, rows }) => {
    const part: number[] = []
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      if ((groups.of[partition.fingerprints[row]!] ?? NO_GROUP) !== NO_GROUP) part.push(row)
    }
    return { partition, size: part.length, rows: Uint32Array.from(part) }
  })
  return { ...selection, partitions }
}

/**
 * Selects, in RowBinary, what the set reads: 8 characters of digest, 4 bytes of seconds, 4 of nanoseconds.
 */
export const MATCH_COLUMNS = `toFixedString(Digest, 8), toUInt32(toUnixTimestamp(exceptions.Timestamp)),
  toUInt32(toUnixTimestamp64Nano(exceptions.Timestamp) % 1000000000)`
export const DIGEST_BYTES = 8
const MATCH_BYTES = 16

/**
 * The rows that match a SQL condition, as a hash set of digest and timestamp: only those are counted.
 */
export class MatchSet {
  readonly #mask: number
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!
  /** Open addressing: the number of a row plus one; 0: the slot is empty. */
  readonly #slots: Uint32Array
  readonly #digests: Float64Array
  readonly #seconds: Uint32Array
  readonly #nanoseconds: Uint32Array

  constructor(rows: Buffer) {
    const size = rows.length / MATCH_BYTES
    // At most half of the slots are used, so that probes are short.
    this.#mask = 2 ** Math.ceil(Math.log2(2 * size + 2)) - 1
    this.#slots = new Uint32Array(this.#mask + 1)
    this.#digests = new Float64Array(size)
    this.#seconds = new Uint32Array(size)
    this.#nanoseconds = new Uint32Array(size)
    // A copy is aligned to four bytes; the engine's buffer need not be.
    const integers = new Uint32Array(new Uint8Array(rows).buffer)
    for (let row = 0; row < size; row++) {
      const digest = numberOfDigestBytes(rows, row * MATCH_BYTES)
      const seconds = integers[row * 4 + 2]!
      const nanoseconds = integers[row * 4 + 3]!
      this.#digests[row] = digest
      this.#seconds[row] = seconds
      this.#nanoseconds[row] = nanoseconds
      this.#slots[this.#slotOf(digest, seconds, nanoseconds)] = row + 1
    }
  }

  has(digest: number, seconds: number, nanoseconds: number): boolean {
    return this.#slots[this.#slotOf(digest, seconds, nanoseconds)] !== 0
  }

  /**
   * Mixed with a seed: clients choose digests and instants, and a million digests of 16 different characters
   * with `digest & mask` kept the thread busy for four minutes.
   */
  #hash(digest: number, seconds: number, nanoseconds: number): number {
    let hash = Math.imul((digest >>> 0) ^ this.#seed, 0x85_eb_ca_6b)
    hash = Math.imul(hash ^ (hash >>> 15) ^ nanoseconds, 0xc2_b2_ae_35)
    hash = Math.imul(hash ^ (hash >>> 13) ^ seconds, 0x9e_37_79_b1)
    return hash ^ (hash >>> 16)
  }

  /** The slot that contains the key, or the empty one where it belongs. */
  #slotOf(digest: number, seconds: number, nanoseconds: number): number {
    const first = this.#hash(digest, seconds, nanoseconds) & this.#mask
    for (let slot = first; ; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot]! - 1
      if (row === -1) return slot
      if (
        this.#digests[row] === digest &&
        this.#seconds[row] === seconds &&
        this.#nanoseconds[row] === nanoseconds
      )
        return slot
    }
  }
}
