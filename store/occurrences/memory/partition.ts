// The occurrences of one day of UTC in numbers, a column each: 40 bytes for one.

const SECONDS_PER_DAY = 86_400

/** Rows that a day has room for at first. Doubled whenever they are taken. */
const LEAST_ROOM = 64

export type Row = Moment & {
  digest: number
  issue: number
  source: number
  /** 0: nobody is named. */
  user: number
  session: number
}

export class Day {
  size = 0
  seconds = new Uint32Array(LEAST_ROOM)
  nanoseconds = new Uint32Array(LEAST_ROOM)
  digests = new Float64Array(LEAST_ROOM)
  issues = new Uint32Array(LEAST_ROOM)
  sources = new Uint32Array(LEAST_ROOM)
  users = new Float64Array(LEAST_ROOM)
  sessions = new Float64Array(LEAST_ROOM)
  #first: Moment = { seconds: Number.POSITIVE_INFINITY, nanoseconds: 0 }
  #last: Moment = { seconds: Number.NEGATIVE_INFINITY, nanoseconds: 0 }

  add(row: Row): void {
    if (isBefore(row, this.#first)) this.#first = row
    if (isBefore(this.#last, row)) this.#last = row
    if (this.size === this.seconds.length) this.#grow()
    this.seconds[this.size] = row.seconds
    this.nanoseconds[this.size] = row.nanoseconds
    this.digests[this.size] = row.digest
    this.issues[this.size] = row.issue
    this.sources[this.size] = row.source
    this.users[this.size] = row.user
    this.sessions[this.size] = row.session
    this.size++
  }

  /** Below 0: before that instant; above: after it. */
  compare(row: number, { seconds, nanoseconds }: Moment): number {
    return this.seconds[row]! - seconds || this.nanoseconds[row]! - nanoseconds
  }

  /** The same of all rows; 0: some are at it, or on either side. */
  compareAll(moment: Moment): number {
    if (isBefore(this.#last, moment)) return -1
    return isBefore(moment, this.#first) ? 1 : 0
  }

  #grow(): void {
    const room = this.size * 2
    this.seconds = copied(this.seconds, new Uint32Array(room))
    this.nanoseconds = copied(this.nanoseconds, new Uint32Array(room))
    this.digests = copied(this.digests, new Float64Array(room))
    this.issues = copied(this.issues, new Uint32Array(room))
    this.sources = copied(this.sources, new Uint32Array(room))
    this.users = copied(this.users, new Float64Array(room))
    this.sessions = copied(this.sessions, new Float64Array(room))
  }
}

function copied<Column extends Uint32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

/** An instant in numbers that hold it to the nanosecond. */
export type Moment = { seconds: number; nanoseconds: number }

export function momentOf(ns: bigint): Moment {
  return { seconds: Number(ns / 1_000_000_000n), nanoseconds: Number(ns % 1_000_000_000n) }
}

export function nanosecondsOf({ seconds, nanoseconds }: Moment): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds)
}

/** Days since 1970. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY)
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.nanoseconds < b.nanoseconds)
}
