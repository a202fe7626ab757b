// The newest occurrences in memory, as columns of numbers. Only for the embedded engine, whose only
// writer is this process. SQL counts older occurrences.
import { DAY_MS } from '../../database/instants.ts'
import type { Occurrence } from '../../ingest/rows/occurrence.ts'
import type { OccurrenceFilter } from '../exception-filter.ts'
import { Dictionary } from '../dictionary.ts'
import { FingerprintTable } from '../fingerprint-table.ts'
import { dayOf, numberOfDigest, Partition, timestampOf, type IndexRow } from './partition.ts'
import { RowTexts } from './row-texts.ts'
import { selectRows, type IndexSelection, type RowFilter } from './selection.ts'

/** Rows of 48 bytes: 72 MB, and up to as much again while a partition has spare capacity. */
export const MAX_ROWS = 1_500_000

/** Characters of sources: some hundred thousand. More are a mistake or an attack. */
const MAX_CHARACTERS = 16_000_000

/** Separates service, environment and release in the name of a source; no name contains it. */
export const SEPARATOR = '\0'

type IndexOptions = {
  retentionDays: number
  maxRows?: number
  maxTextBytes?: number
  fingerprints?: FingerprintTable
}

/** `source`: service, environment and release with `SEPARATOR` between them. */
type NamedRow = Omit<IndexRow, 'source'> & { source: string }

type Matches = Pick<RowFilter, 'matches' | 'words'>

export class OccurrenceIndex {
  readonly hash = createHasher()
  readonly #retentionDays: number
  readonly #maxRows: number
  /** By day of UTC, in days since 1970. */
  readonly #partitions = new Map<number, Partition>()
  readonly fingerprints: FingerprintTable
  #sources = new Dictionary()
  readonly texts: RowTexts
  #rows = 0
  /** The index has every occurrence of this day and of later ones. */
  #coverageStart = Number.POSITIVE_INFINITY
  /** A limit was reached: older days are not loaded. */
  isFull = false

  constructor(options: IndexOptions) {
    const { retentionDays, maxRows = MAX_ROWS, maxTextBytes, fingerprints = new FingerprintTable() } = options
    this.texts = new RowTexts(maxTextBytes)
    this.#retentionDays = retentionDays
    this.#maxRows = maxRows
    this.fingerprints = fingerprints
  }

  /** Whether the index has every occurrence from this instant (nanoseconds) on. */
  covers(from: bigint): boolean {
    return dayOf(timestampOf(from).seconds) >= this.#coverageStart
  }

  /** Whether it also has their texts. */
  coversTexts(from: bigint): boolean {
    return this.covers(from) && this.texts.covers(dayOf(timestampOf(from).seconds))
  }

  /** Every occurrence of this day and of later ones has been added. */
  setCoverageStart(day: number): void {
    if (!this.isFull) this.#coverageStart = day
  }

  /** Occurrences of days that the index does not cover are left out. */
  append(stored: Occurrence[]): void {
    for (const occurrence of stored) {
      const { ns, digest, issueId, service, environment, release, user, session } = occurrence
      const timestamp = timestampOf(ns)
      const day = dayOf(timestamp.seconds)
      if (day < this.#coverageStart) continue
      const hashes = { user: this.#hashOf(user), session: this.#hashOf(session) }
      const source = [service, environment, release].join(SEPARATOR)
      const fingerprint = this.fingerprints.addText(issueId)
      const texts = {
        title: this.#numberOf(day, titleOf(occurrence)),
        address: this.#numberOf(day, occurrence.url),
      }
      this.add({ ...timestamp, ...hashes, ...texts, digest: numberOfDigest(digest), fingerprint, source })
    }
  }

  add(row: NamedRow): void {
    if (this.#isDisabled()) return
    const day = dayOf(row.seconds)
    const partition = this.#partitions.get(day) ?? new Partition()
    this.#partitions.set(day, partition)
    partition.add({ ...row, source: this.#sources.add(row.source) })
    this.#rows++
    if (this.#sources.characters > MAX_CHARACTERS) this.#disable()
    this.texts.limit(this.#partitions)
    while (this.#rows > this.#maxRows) this.#evict(Math.min(...this.#partitions.keys()))
  }

  /** The engine dropped a day ("2026-11-21"). */
  dropPartition(day: string): void {
    this.#delete(Date.parse(day) / DAY_MS)
  }

  /** Rows were deleted: it covers no day until it is loaded again. */
  clear(): void {
    this.#disable()
    this.isFull = false
  }

  /** The latest day first. */
  partitions(): Partition[] {
    const today = Date.now() / DAY_MS
    // The tables drop a day once its last row is past retention.
    for (const day of this.#partitions.keys()) if (day + 1 + this.#retentionDays <= today) this.#delete(day)
    return [...this.#partitions].toSorted(([a], [b]) => b - a).map(([, partition]) => partition)
  }

  /** `matches`: the rows that SQL matched; null: all. `words`: all of these. */
  select(filter: OccurrenceFilter, { matches, words }: Matches = NO_MATCHES): IndexSelection {
    const rowFilter = {
      from: timestampOf(filter.from),
      to: timestampOf(filter.to),
      sources: this.#matchingSources(filter),
      matches,
      words,
    }
    return {
      partitions: this.partitions().map((partition) => selectRows(partition, rowFilter)),
      fingerprints: this.fingerprints,
    }
  }

  #matchingSources({ service, environment, release }: OccurrenceFilter): Uint8Array | null {
    if ([service, environment, release].every((names) => names.length === 0)) return null
    const prefixes = service.map((name) => `${name}${SEPARATOR}`)
    const matches = (source: string): boolean => {
      // Most sources of many are of another service: to divide each takes three times as long.
      if (prefixes.length > 0 && !prefixes.some((prefix) => source.startsWith(prefix))) return false
      const [, sourceEnvironment = '', sourceRelease = ''] = source.split(SEPARATOR)
      return (
        (environment.length === 0 || environment.includes(sourceEnvironment)) &&
        (release.length === 0 || release.includes(sourceRelease))
      )
    }
    return Uint8Array.from(this.#sources.texts, (source) => Number(matches(source)))
  }

  #evict(day: number): void {
    this.#delete(day)
    this.#coverageStart = day + 1
    this.isFull = true
  }

  #delete(day: number): void {
    this.#rows -= this.#partitions.get(day)?.size ?? 0
    this.#partitions.delete(day)
  }

  #disable(): void {
    this.#partitions.clear()
    this.#rows = 0
    this.#sources = new Dictionary()
    this.texts.clear()
    this.#coverageStart = Number.POSITIVE_INFINITY
    this.isFull = true
  }

  #isDisabled(): boolean {
    return this.isFull && this.#coverageStart === Number.POSITIVE_INFINITY
  }

  #numberOf(day: number, text: string): number {
    const bytes = Buffer.from(text)
    return this.texts.add(day, bytes, [0, bytes.length])
  }

  #hashOf(text: string): number {
    const bytes = Buffer.from(text)
    return this.hash(bytes, 0, bytes.length)
  }
}

const NO_MATCHES: Matches = { matches: null, words: [] }

/** Joined as in a search for a phrase. */
function titleOf({ type, message, culprit }: Occurrence): string {
  return `${type} ${message} ${culprit}`
}

/** The hash of the bytes from `start` to `end`; 0 for an empty text. */
type Hasher = (bytes: Uint8Array, start: number, end: number) => number

/**
 * A 53-bit hash of a text in UTF-8: it fits a JavaScript number, and two texts collide with probability 1 in
 * 9·10¹⁵. Each hasher has a random seed: no client can construct ids that collide and so count
 * as one user.
 */
function createHasher(): Hasher {
  const [first, second] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number]
  return (bytes, start, end) => {
    if (start === end) return 0
    let low = first ^ (end - start)
    let high = second
    for (let at = start; at < end; at++) {
      low = Math.imul(low ^ bytes[at]!, 0x01_00_01_93)
      high = Math.imul(high ^ bytes[at]!, 0x85_eb_ca_6b)
      high ^= high >>> 15
    }
    low = mix(low ^ (high >>> 7))
    high = mix(high ^ low)
    return (high & 0x1f_ff_ff) * 0x1_00_00_00_00 + (low >>> 0) || 1
  }
}

/** Every bit of the input changes about half of the bits of the output. */
function mix(input: number): number {
  const half = Math.imul(input ^ (input >>> 16), 0x7f_eb_35_2d)
  const full = Math.imul(half ^ (half >>> 15), 0x84_6c_a6_8b)
  return full ^ (full >>> 16)
}
