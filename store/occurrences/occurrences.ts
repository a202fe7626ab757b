// The one interface for counting occurrences. SQL (`sql.ts`) and memory (`memory/`) implement it with equal
// answers; `open-occurrences.ts` picks one, and callers do not know which.
import type { Condition } from '../database/engine/condition.ts'
import type { Engine } from '../database/engine/engine.ts'
import type { Buckets } from './buckets.ts'
import type { OccurrenceFilter } from './exception-filter.ts'
import type { FingerprintTable } from './fingerprint-table.ts'

export type Occurrences = {
  /** The occurrences that match a filter. One selection serves all the numbers of a request. */
  select(filter: OccurrenceFilter, request: SelectionRequest): Promise<OccurrenceSelection>
  /**
   * The occurrences with this digest, at most `MAX_CLAIMS`. The first is the one that was stored first:
   * whoever sees a digest can send another occurrence with it.
   */
  claims(digest: string): Promise<OccurrenceKey[]>
  /**
   * The newest occurrence to which its framework gave this digest (`errata.given_digest`); those with a stack
   * come first.
   */
  findGiven(givenDigest: string): Promise<OccurrenceKey | null>
  /**
   * The digest of the occurrence just before `key` among the occurrences of `fingerprints`, ordered by
   * timestamp and digest. Null: `key` is the first.
   */
  previous(fingerprints: string[], key: OccurrenceKey): Promise<string | null>
}

export const MAX_CLAIMS = 20

/** `engine`: of one request, whose queries end with it. */
export type SelectionRequest = { engine: Engine; merges: IssueMerges }

export type OccurrenceSelection = {
  /**
   * By the number of the issue in `fingerprints`; issues that it does not have are left out. Users without an
   * id are not counted.
   */
  countByIssue(unit: 'events' | 'users', fingerprints: FingerprintTable): Promise<IssueCounts>
  /** By issue id. Issues without an occurrence may be missing. */
  stats(issueIds: string[], buckets: Buckets): Promise<ReadonlyMap<string, IssueStats>>
  /**
   * Where an occurrence is among the selected ones of `fingerprints`, by timestamp and digest. It need not be
   * selected itself.
   */
  position(fingerprints: string[], key: OccurrenceKey): Promise<OccurrencePosition>
  /** The fingerprints of all that is selected; null: more than `limit`, or it would take a query. */
  fingerprints(limit: number): string[] | null
  /** All issues together; the occurrences of `highlighted` are also counted apart. */
  trend(buckets: Buckets, highlighted: FingerprintSet): Promise<Trend>
}

/** Where an occurrence lies in its table. `ns`: nanoseconds since 1970. */
export type OccurrenceKey = { fingerprint: string; ns: bigint; digest: string }

/** `number`: how many are not behind it. The others are digests; null: no occurrence. */
export type OccurrencePosition = {
  number: number
  total: number
  first: string | null
  last: string | null
  previous: string | null
  next: string | null
}

/** `events`: 0 where no occurrence of the issue is selected. `counts`: in the unit of the request. */
export type IssueCounts = { events: Uint32Array; counts: Uint32Array }

/** `flags`: 1 for each number of `fingerprints` that is in the set. */
export type FingerprintSet = { fingerprints: FingerprintTable; flags: Uint8Array }

/** Users and sessions are distinct ids, counted exactly. `trend`: events per bucket. */
export type IssueStats = { count: number; users: number; sessions: number; trend: number[] }

/** `counts`, `highlighted`: events per bucket. */
export type Trend = { events: number; users: number; counts: number[]; highlighted: number[] }

/** Which fingerprints are one issue, for one request. */
export type IssueMerges = {
  /** The issue of a fingerprint: the fingerprint itself if it is not merged. */
  issueOf: (fingerprint: string) => string
  /** The fingerprints of an issue, its own first. */
  fingerprintsOf: (id: string) => string[]
  /** The issues into which others were merged. */
  targets: string[]
  /** The SQL expression for the issue of a row, and its parameters. */
  idColumn: Condition
  /** Fingerprints that people merged into another. */
  size: number
  /** Fingerprints that the store merged when their source map was read, and their culprits. */
  late: ReadonlyMap<string, string>
}
