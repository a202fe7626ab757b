// Occurrences that are in the journal and not in the tables yet: a digest opens them at once.
import type { NewRow } from '../receive/deduplicate.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import { readOccurrence } from './read-occurrence.ts'
import type { Segment } from './segment.ts'

/** A row of `exceptions`. `occurrence`: its column of this name. `received`: milliseconds since 1970. */
export type OccurrenceRow = { ns: string; received: number; occurrence: string; isSlim: number }

export type PendingOccurrences = {
  add(rows: NewRow[], segment: Segment): void
  /** The rows of the segment are in the tables. */
  remove(segment: Segment): void
  /** Null: it is in the tables, or unknown. */
  find(key: { fingerprint: string; ns: bigint; digest: string }): OccurrenceRow | null
  /** Whether a framework gave this digest to one of them. */
  hasGiven(givenDigest: string): boolean
}

type Pending = { row: NewRow; occurrence: Occurrence; received: number }

export function createPendingOccurrences(): PendingOccurrences {
  const byKey = new Map<string, Pending>()
  const given = new Set<string>()
  const bySegment = new Map<Segment, Occurrence[]>()
  return {
    add(rows, segment) {
      const ofSegment = bySegment.get(segment) ?? []
      bySegment.set(segment, ofSegment)
      const received = Date.now()
      for (const row of rows) {
        for (const occurrence of row.occurrences) {
          byKey.set(keyOf(occurrence.issueId, occurrence), { row, occurrence, received })
          if (occurrence.givenDigest !== '') given.add(occurrence.givenDigest)
          ofSegment.push(occurrence)
        }
      }
    },
    remove(segment) {
      for (const occurrence of bySegment.get(segment) ?? []) {
        byKey.delete(keyOf(occurrence.issueId, occurrence))
        given.delete(occurrence.givenDigest)
      }
      bySegment.delete(segment)
    },
    find(key) {
      const pending = byKey.get(keyOf(key.fingerprint, key))
      return pending ? { ...readOccurrence(pending.row, pending.occurrence), received: pending.received } : null
    },
    hasGiven: (givenDigest) => given.has(givenDigest),
  }
}

function keyOf(fingerprint: string, { ns, digest }: { ns: bigint; digest: string }): string {
  return `${fingerprint} ${ns} ${digest}`
}
