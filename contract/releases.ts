// The answers of `/api/releases`. Types only.
import type { Evidence } from './commits.ts'
import type { Commit, Issue } from './issues.ts'

export type ReleaseRow = {
  service: string
  release: string
  environment: string
  firstSeen: string
  lastSeen: string
  exceptions: number
  sessions: number
  crashFreeSessions: number | null
  /** With `by=release`: of one row for all of them. Production comes first. */
  environments?: string[]
  /**
   * With `trend=true`: the crash-free share of all sessions of its service and environment in each hour, from
   * 24 hours before the hour of `firstSeen` to 24 hours after, at most to this hour; null: no sessions.
   */
  around?: (number | null)[]
  /** With `trend=true`: of these sessions in the last hour or two, the share of the release; null: none. */
  shareOfNow?: number | null
}

/** Sessions of a service in one step of the range: 1, 3, 6 or 24 hours. `at`: its start. */
export type CrashFreePoint = { service: string; at: string; sessions: number; crashFreeSessions: number }

/** `trend`: with `trend=true`, of the services with most sessions. Steps without sessions are missing. */
export type ReleasesAnswer = {
  releases: ReleaseRow[]
  /** Also those that are not on the page. */
  total: number
  trend?: CrashFreePoint[]
}

/** The numbers of issues that changed with a release, as `/api/releases/changes` lists them. */
export type ReleaseSummary = Pick<ReleaseRow, 'service' | 'release'> & {
  new: number
  back: number
  louder: number
  quiet: number
  /** The vital or operation that grew most. */
  slower: SlowerRow | null
  commit: Commit | null
}

/** `/api/releases/summaries`: of the newest releases. */
export type ReleaseSummariesAnswer = { summaries: ReleaseSummary[] }

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
  /** How many its build has sent; missing where it has sent nothing. */
  commits?: number
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

/** `line`: of the frame. */
export type IssueSuspect = { commit: string; evidence: Evidence; file: string; line: number | null }

/** `status`: at present. `change`: with the release. `suspects`: its commits, the most likely first. */
export type IssueOfRelease = Pick<Issue, 'id' | 'type' | 'message' | 'status'> & {
  change: 'new' | 'back'
  suspects: IssueSuspect[]
}

/** `issues`: those with most events in the release; `total`: how many there are. */
export type ReleaseSuspectsAnswer = { issues: IssueOfRelease[]; total: number }
