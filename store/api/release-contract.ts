// The answer of `/api` about what a release changed, as types only, as in `contract.ts`.
import type { Commit, Issue, ReleaseRow } from './contract.ts'

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

/** `chart`: the range of the trends. `others`: issues that come since the release as often as before. */
export type ReleaseChangesAnswer = {
  release: ReleaseRow
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
