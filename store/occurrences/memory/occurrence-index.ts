// The occurrences that are stored, in numbers: who met which issue, when and where. The embedded engine has one writer, this process, so
// what the lists count need not be asked of it. The newest days, as many as there is room for; the engine knows the rest.
import { numberOfDigest } from '../../rows/digest.ts'
import type { Occurrence } from '../../rows/occurrence.ts'
import { Day, dayOf, momentOf, type Row } from './partition.ts'
import type { Found } from './match-set.ts'
import { createMarker, Names } from './dictionary.ts'
import { createScratch } from './buffer-pool.ts'
import { select, type Selection } from './selection.ts'

/** Occurrences held: 40 bytes each, and as much again where a day has just been given more room. */
export const MOST_ROWS = 500_000

/** Characters of the names of issues and sources: some hundred thousand of them. More are a mistake or an attack, and the engine answers from then on. */
const MOST_CHARACTERS = 16_000_000

const MILLISECONDS_PER_DAY = 86_400_000

/** Of which services, environments and releases; none: of all. */
export type Wanted = { from: bigint; to: bigint; service: string[]; environment: string[]; release: string[] }

/** No name holds the NUL that parts those of a source. */
const BETWEEN = '\0'

export class Register {
  readonly mark = createMarker()
  readonly #scratch = createScratch()
  readonly #retentionDays: number
  readonly #mostRows: number
  readonly #days = new Map<number, Day>()
  #issues = new Names()
  #sources = new Names()
  #rows = 0
  /** All of this day of UTC (days since 1970) and of all later ones is held. */
  #heldFrom = Number.POSITIVE_INFINITY
  /** Something was too much: older days are not taken in any more. */
  isFull = false

  constructor({ retentionDays, mostRows = MOST_ROWS }: { retentionDays: number; mostRows?: number }) {
    this.#retentionDays = retentionDays
    this.#mostRows = mostRows
  }

  /** All that is stored since the instant is held. */
  holds(from: bigint): boolean {
    return dayOf(momentOf(from).seconds) >= this.#heldFrom
  }

  /** All of the day and of later ones was added. */
  holdFrom(day: number): void {
    if (!this.isFull) this.#heldFrom = day
  }

  /** Rows were stored, and these among them. */
  stored(occurrences: Occurrence[]): void {
    for (const { ns, digest, issueId, service, environment, release, user, session } of occurrences) {
      const moment = momentOf(ns)
      if (dayOf(moment.seconds) < this.#heldFrom) continue
      const source = [service, environment, release].join(BETWEEN)
      const marks = { user: this.#markOfText(user), session: this.#markOfText(session) }
      this.add({ ...moment, ...marks, digest: numberOfDigest(digest) }, issueId, source)
    }
  }

  /** `source`: the names of service, environment and release, with a NUL between them. */
  add(row: Omit<Row, 'issue' | 'source'>, issue: string, source: string): void {
    if (this.isFull && this.#heldFrom === Number.POSITIVE_INFINITY) return
    const number = dayOf(row.seconds)
    const day = this.#days.get(number) ?? new Day()
    this.#days.set(number, day)
    day.add({ ...row, issue: this.#issues.numberOf(issue), source: this.#sources.numberOf(source) })
    this.#rows++
    if (this.#issues.characters + this.#sources.characters > MOST_CHARACTERS) this.#giveUp()
    while (this.#rows > this.#mostRows) this.#forget(Math.min(...this.#days.keys()))
  }

  /** The engine let a day go ("2026-11-21"), whole. */
  letGo(day: string): void {
    const number = Date.parse(day) / MILLISECONDS_PER_DAY
    this.#rows -= this.#days.get(number)?.size ?? 0
    this.#days.delete(number)
  }

  /** The number of an issue in the rows as they are now, and its name. */
  get issues(): Names {
    return this.#issues
  }

  /** The latest day first. */
  days(): Day[] {
    const today = Date.now() / MILLISECONDS_PER_DAY
    // A day goes from its tables once its last row is past retention.
    for (const [number, day] of this.#days) {
      if (number + 1 + this.#retentionDays > today) continue
      this.#rows -= day.size
      this.#days.delete(number)
    }
    return [...this.#days].toSorted(([a], [b]) => b - a).map(([, day]) => day)
  }

  select(wanted: Wanted, found: Found | null): Selection {
    const range = { from: momentOf(wanted.from), to: momentOf(wanted.to) }
    return select({
      days: this.days(),
      ...range,
      sources: this.#sourcesOf(wanted),
      found,
      issues: this.#issues,
      scratch: this.#scratch,
    })
  }

  #sourcesOf({ service, environment, release }: Wanted): Uint8Array | null {
    const given = [service, environment, release]
    if (given.every((values) => values.length === 0)) return null
    return Uint8Array.from(this.#sources.texts, (text) =>
      Number(text.split(BETWEEN).every((name, at) => fits(given[at]!, name))),
    )
  }

  #forget(number: number): void {
    this.#rows -= this.#days.get(number)!.size
    this.#days.delete(number)
    this.#heldFrom = number + 1
    this.isFull = true
  }

  #giveUp(): void {
    this.#days.clear()
    this.#rows = 0
    this.#issues = new Names()
    this.#sources = new Names()
    this.#heldFrom = Number.POSITIVE_INFINITY
    this.isFull = true
  }

  #markOfText(text: string): number {
    if (text === '') return 0
    const bytes = Buffer.from(text)
    return this.mark(bytes, 0, bytes.length)
  }
}

function fits(values: string[], name: string): boolean {
  return values.length === 0 || values.includes(name)
}
