// The answer of `/api` about what a release changed, as types only, as in `contract.ts`.
import type { Commit, Issue, ReleaseRow } from './issues.ts'

/** An issue that changed with a release. `before`, `since`: events an hour. `events`, `users`: since. */
export type ReleaseChange = {
  issue: Issue
  before: number
  since: number
  events: number
  users: number
  /** It was seen in the release itself, not only in older ones that are still open somewhere. */
  inRelease: boolean
}
/** `issues`: those with most events since. */
export type ReleaseGroup = { total: number; issues: ReleaseChange[] }

/** In milliseconds; CLS has no unit. `name`: of the vital, or p95. `place`: route or operation. */
export type SlowerRow = {
  kind: 'vital' | 'operation'
  name: string
  place: string
  before: number
  since: number
  count: number
}

type Interval = { from: string; to: string }

/**
 * What a release is compared with. `release`: the one before, or another one. `time`: all releases of its
 * service, in the 24 hours before or in the same hours a week before. Both null: there is nothing before.
 */
export type ReleaseBase = {
  release: string | null
  time: '24h' | '7d' | null
  /** A share; null: not known. */
  crashFreeSessions: number | null
}

/** `chart`: the range of the trends. `others`: issues that come since the release as often as before. */
export type ReleaseChangesAnswer = {
  release: ReleaseRow
  against: ReleaseBase
  /** The release before; null: it is the first. */
  previous: ReleaseRow | null
  /** The release that followed; null: it is the newest. */
  next: string | null
  commit: Commit | null
  before: Interval
  since: Interval
  chart: Interval
  new: ReleaseGroup
  back: ReleaseGroup
  louder: ReleaseGroup
  quiet: ReleaseGroup
  others: number
  slower: SlowerRow[]
}
