// Single occurrences: by digest, and those next to one.
import { digestOfNumber, numberOfDigest } from '../../rows/digest.ts'
import { momentOf, nanosecondsOf, type Day, type Moment } from './partition.ts'
import type { Register } from './occurrence-index.ts'

/** An occurrence's place in its table. */
export type Place = { fingerprint: string; ns: bigint }

/** The newest of that digest; null: none that is held has it. */
export function findDigest(register: Register, digest: string): Place | null {
  const number = numberOfDigest(digest)
  for (const day of register.days()) {
    let newest = -1
    for (let row = 0; row < day.size; row++)
      if (day.digests[row] === number && (newest === -1 || day.compare(row, momentAt(day, newest)) > 0))
        newest = row
    if (newest !== -1)
      return {
        fingerprint: register.issues.texts[day.issues[newest]!]!,
        ns: nanosecondsOf(momentAt(day, newest)),
      }
  }
  return null
}

/** Digests of the occurrences next to one, among those of its issue that are held; empty: there is none. */
export function findNeighbours(
  register: Register,
  fingerprints: string[],
  { ns, digest }: { ns: bigint; digest: string },
): { previous: string; next: string } {
  const issues = new Set(fingerprints.flatMap((name) => register.issues.find(name) ?? []))
  const here = { moment: momentOf(ns), digest: numberOfDigest(digest) }
  const days = register.days()
  return { previous: nearest(days, -1, issues, here), next: nearest(days.toReversed(), 1, issues, here) }
}

type Spot = { moment: Moment; digest: number }

/** The days are those of the direction: the first in which there is one has the nearest. `sign`: -1 looks back, 1 ahead. */
function nearest(days: Day[], sign: 1 | -1, issues: Set<number>, here: Spot): string {
  for (const day of days) {
    let best = -1
    for (let row = 0; row < day.size; row++) {
      if (!issues.has(day.issues[row]!) || sign * compare(day, row, here) <= 0) continue
      if (best === -1 || sign * compareRows(day, row, best) < 0) best = row
    }
    if (best !== -1) return digestOfNumber(day.digests[best]!)
  }
  return ''
}

/** In the order of a list: by instant, then by digest. */
function compare(day: Day, row: number, { moment, digest }: Spot): number {
  return day.compare(row, moment) || day.digests[row]! - digest
}

function compareRows(day: Day, a: number, b: number): number {
  return (
    day.seconds[a]! - day.seconds[b]! ||
    day.nanoseconds[a]! - day.nanoseconds[b]! ||
    day.digests[a]! - day.digests[b]!
  )
}

function momentAt(day: Day, row: number): Moment {
  return { seconds: day.seconds[row]!, nanoseconds: day.nanoseconds[row]! }
}
