// Occurrences that are in the journal and not in the tables yet: a digest opens them at once.
import type { NewRow } from '../receive/deduplicate.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import { readOccurrence, type OccurrenceRow } from './read-occurrence.ts'
import type { Segment } from './segment.ts'

export type PendingOccurrences = {
  add(rows: NewRow[], segment: Segment): void
  /** The rows of the segment are in the tables. Returns its occurrences. */
  remove(segment: Segment): Occurrence[]
  /** Null: it is in the tables, or unknown. */
  find(key: { fingerprint: string; ns: bigint; digest: string }): OccurrenceRow | null
  /** Whether a framework gave this digest to one of them. */
  hasGiven(givenDigest: string): boolean
}

type Pending = { row: NewRow; occurrence: Occurrence }

export function createPendingOccurrences(): PendingOccurrences {
  const byKey = new Map<string, Pending>()
  const givenDigests = new Set<string>()
  const bySegment = new Map<Segment, Occurrence[]>()
  return {
    add(rows, segment) {
      const ofSegment = bySegment.get(segment) ?? []
      bySegment.set(segment, ofSegment)
      for (const row of rows) {
        for (const occurrence of row.occurrences) {
          byKey.set(keyOf(occurrence.issueId, occurrence), { row, occurrence })
          if (occurrence.givenDigest !== '') givenDigests.add(occurrence.givenDigest)
          ofSegment.push(occurrence)
        }
      }
    },
    remove(segment) {
      const occurrences = bySegment.get(segment) ?? []
      for (const occurrence of occurrences) {
        byKey.delete(keyOf(occurrence.issueId, occurrence))
        givenDigests.delete(occurrence.givenDigest)
      }
      bySegment.delete(segment)
      return occurrences
    },
    find(key) {
      const pending = byKey.get(keyOf(key.fingerprint, key))
      return pending ? readOccurrence(pending.row, pending.occurrence) : null
    },
    hasGiven: (givenDigest) => givenDigests.has(givenDigest),
  }
}

function keyOf(fingerprint: string, { ns, digest }: { ns: bigint; digest: string }): string {
  return `${fingerprint} ${ns} ${digest}`
}
