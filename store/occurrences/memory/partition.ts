// The occurrences of one day of UTC as typed arrays, one per column: 48 bytes a row.
import { SECOND_NS } from '../../database/instants.ts'
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'
import { grow } from '../fingerprint-table.ts'

/** A partition starts with space for this many rows, and doubles when it is full. */
const INITIAL_CAPACITY = 64

const SECONDS_PER_DAY = 86_400

/** Since 1970, exact to the nanosecond. */
export type Timestamp = { seconds: number; nanoseconds: number }

export type IndexRow = Timestamp & {
  /** Its forty bits. */
  digest: number
  /** Numbers of the index's dictionaries. */
  fingerprint: number
  source: number
  /** Hashes of the ids; 0: no id. */
  user: number
  session: number
  /** Numbers of texts: type, message and culprit, and the address of the page. */
  title: number
  address: number
}

export class Partition {
  size = 0
  seconds = new Uint32Array(INITIAL_CAPACITY)
  nanoseconds = new Uint32Array(INITIAL_CAPACITY)
  digests = new Float64Array(INITIAL_CAPACITY)
  fingerprints = new Uint32Array(INITIAL_CAPACITY)
  sources = new Uint32Array(INITIAL_CAPACITY)
  users = new Float64Array(INITIAL_CAPACITY)
  sessions = new Float64Array(INITIAL_CAPACITY)
  titles = new Uint32Array(INITIAL_CAPACITY)
  addresses = new Uint32Array(INITIAL_CAPACITY)
  #first: Timestamp = { seconds: Number.POSITIVE_INFINITY, nanoseconds: 0 }
  #last: Timestamp = { seconds: Number.NEGATIVE_INFINITY, nanoseconds: 0 }

  add(row: IndexRow): void {
    if (compare(row, this.#first) < 0) this.#first = row
    if (compare(row, this.#last) > 0) this.#last = row
    if (this.size === this.seconds.length) this.#grow()
    this.seconds[this.size] = row.seconds
    this.nanoseconds[this.size] = row.nanoseconds
    this.digests[this.size] = row.digest
    this.fingerprints[this.size] = row.fingerprint
    this.sources[this.size] = row.source
    this.users[this.size] = row.user
    this.sessions[this.size] = row.session
    this.titles[this.size] = row.title
    this.addresses[this.size] = row.address
    this.size++
  }

  timestamp(row: number): Timestamp {
    return { seconds: this.seconds[row]!, nanoseconds: this.nanoseconds[row]! }
  }

  /** Negative: the row is earlier than the timestamp; positive: later. */
  compare(row: number, { seconds, nanoseconds }: Timestamp): number {
    return this.seconds[row]! - seconds || this.nanoseconds[row]! - nanoseconds
  }

  /** Whether `from` ≤ timestamp < `to` holds for all rows. */
  isWithin(from: Timestamp, to: Timestamp): boolean {
    return compare(this.#first, from) >= 0 && compare(this.#last, to) < 0
  }

  /** Whether it holds for no row, as of most days where a filter names some minutes. */
  isOutside(from: Timestamp, to: Timestamp): boolean {
    return compare(this.#last, from) < 0 || compare(this.#first, to) >= 0
  }

  /** Whether a row is at the timestamp or earlier. */
  startsBy(timestamp: Timestamp): boolean {
    return compare(this.#first, timestamp) <= 0
  }

  /** `numbers`: the new number of each text. */
  renumberTexts(numbers: Uint32Array): void {
    for (const column of [this.titles, this.addresses])
      for (let row = 0; row < this.size; row++) column[row] = numbers[column[row]!]!
  }

  #grow(): void {
    const capacity = this.size * 2
    this.seconds = grow(this.seconds, capacity)
    this.nanoseconds = grow(this.nanoseconds, capacity)
    this.digests = grow(this.digests, capacity)
    this.fingerprints = grow(this.fingerprints, capacity)
    this.sources = grow(this.sources, capacity)
    this.users = grow(this.users, capacity)
    this.sessions = grow(this.sessions, capacity)
    this.titles = grow(this.titles, capacity)
    this.addresses = grow(this.addresses, capacity)
  }
}

function compare(a: Timestamp, b: Timestamp): number {
  return a.seconds - b.seconds || a.nanoseconds - b.nanoseconds
}

export function timestampOf(ns: bigint): Timestamp {
  return {
    seconds: Number(ns / SECOND_NS),
    nanoseconds: Number(ns % SECOND_NS),
  }
}

export function nanosecondsOf({ seconds, nanoseconds }: Timestamp): bigint {
  return BigInt(seconds) * SECOND_NS + BigInt(nanoseconds)
}

/** Days since 1970. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY)
}

const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(DIGEST_ALPHABET.indexOf(String.fromCharCode(code)), 0),
)

/** A digest as a number of forty bits. */
export function numberOfDigest(digest: string): number {
  return numberOfDigestBytes(Buffer.from(digest), 0)
}

/** `bytes` contains the eight characters from `at` on. */
export function numberOfDigestBytes(bytes: Uint8Array, at: number): number {
  // Two halves of twenty bits: JavaScript shifts 32 bits at most.
  let high = 0
  let low = 0
  for (let digit = 0; digit < 4; digit++) {
    high = (high << 5) | VALUES[bytes[at + digit]! & 127]!
    low = (low << 5) | VALUES[bytes[at + 4 + digit]! & 127]!
  }
  return high * 0x10_00_00 + low
}

export function digestOfNumber(number: number): string {
  let digest = ''
  for (let rest = number; digest.length < 8; rest = Math.floor(rest / 32))
    digest = DIGEST_ALPHABET[rest % 32]! + digest
  return digest
}
