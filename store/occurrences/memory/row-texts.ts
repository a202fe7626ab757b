// What a search for words reads of the rows of the index: type, message and culprit as one text, and the
// address of the page. Within a limit of memory: beyond it the oldest days lose their texts, and SQL searches
// them.
import { PART_OF_DIGEST } from '../exception-filter.ts'
import { digestPart } from './digest-part.ts'
import type { Partition } from './partition.ts'
import type { WordMatch } from './selection.ts'
import { TextTable } from './text-table.ts'

/** Bytes of the texts and of their table: some 150 for a title and an address, which many rows share. */
const MAX_BYTES = 48 * 1024 * 1024

/** Of the table, for each text. */
const BYTES_PER_TEXT = 20

/** Beyond the limit, this part of it stays: otherwise each new text would exceed it again. */
const KEPT = 0.75

/** The number of rows without texts. */
const NO_TEXT = 0

export class RowTexts {
  readonly #maxBytes: number
  #table = new TextTable()
  /** Rows of this day and of later ones have texts. */
  #firstDay = Number.NEGATIVE_INFINITY

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** `day`: in days since 1970. */
  covers(day: number): boolean {
    return day >= this.#firstDay
  }

  /** The number of a text of a row of that day: see `TextTable`. */
  add(day: number, bytes: Uint8Array, ...parts: [start: number, end: number][]): number {
    return this.covers(day) ? this.#table.add(bytes, ...parts) : NO_TEXT
  }

  clear(): void {
    this.#table = new TextTable()
  }

  /**
   * Whether the texts tell which rows SQL finds. Not for letters of another case than ASCII has, nor for a
   * phrase that may go on from a title to the address behind it, or from there to the digest.
   */
  isSearchable(text: string): boolean {
    const isAscii = Buffer.byteLength(text) === text.length
    if (!isAscii && (/[a-z]/i.test(text) || text.toLowerCase() !== text.toUpperCase())) return false
    if (text.includes('\0')) return false
    const parts = text.split(' ')
    if (parts.length === 1) return true
    const [beforeLast, last] = parts.slice(-2) as [string, string]
    if (PART_OF_DIGEST.test(last) && this.#table.someEndsWith(beforeLast)) return false
    return !parts.some((_part, at) => {
      const [before, after] = [parts.slice(0, at).join(' '), parts.slice(at)]
      const start = after.length === 1 ? last : `${after[0]} `
      return at > 0 && this.#table.someEndsWith(before) && this.#table.someStartsWith(start)
    })
  }

  /** Without digests that a framework gave. */
  search(text: string): Pick<WordMatch, 'texts' | 'digest'> {
    const digest = PART_OF_DIGEST.test(text) ? digestPart(text) : null
    return { texts: this.#table.search(text), digest }
  }

  /** Removes texts if there are too many: first what no row has, then the texts of the oldest days. */
  limit(partitions: ReadonlyMap<number, Partition>): void {
    if (this.#table.length + BYTES_PER_TEXT * this.#table.size <= this.#maxBytes) return
    const { table, numbers } = this.#table.compact(this.#findUsed(partitions))
    this.#table = table
    for (const [day, partition] of partitions) {
      if (this.covers(day)) partition.renumberTexts(numbers)
    }
  }

  /** 1 for each text of the newest days that fit. Older days are no longer covered. */
  #findUsed(partitions: ReadonlyMap<number, Partition>): Uint8Array {
    let isUsed = new Uint8Array(this.#table.size)
    let bytes = 0
    const days = [...partitions].filter(([day]) => this.covers(day)).toSorted(([a], [b]) => b - a)
    for (const [day, { titles, addresses, size }] of days) {
      const withDay = isUsed.slice()
      for (const numbers of [titles, addresses])
        for (let row = 0; row < size; row++) {
          const number = numbers[row]!
          if (withDay[number] === 1) continue
          withDay[number] = 1
          bytes += this.#table.lengthOf(number) + BYTES_PER_TEXT
        }
      if (bytes > KEPT * this.#maxBytes) {
        this.#firstDay = day + 1
        break
      }
      isUsed = withDay
    }
    return isUsed
  }
}
