// The answers of `/api` about issues and their occurrences. Types only. In all files of this folder, instants
// are RFC 3339 UTC strings, durations whole nanoseconds (`…Ns`); `nextCursor` is opaque, null at the end.
import type { EventSnapshot } from './snapshots.ts'

import type { ReleaseOfIssue, Suspect } from './commits.ts'

/** `new`: open and first seen in the last 24 h. `regressed`: resolved, and seen since. */
export type IssueStatus = 'new' | 'regressed' | 'ongoing' | 'resolved' | 'ignored'

export type IssueSort = 'change' | 'lastSeen' | 'firstSeen' | 'count' | 'users'

export type Bucket = { at: string; count: number }

export type Issue = {
  id: string
  service: string
  type: string
  message: string
  /** Where it broke, as far as the stack says: `file · function`. */
  culprit: string
  status: IssueStatus
  /** New or regressed in the range and since the latest release of its service, if it has one. */
  changed: boolean
  assignee: string | null
  /** The address of its ticket in another tracker. */
  ticket: string | null
  /** Occurrences within the requested range; below, distinct ids among them. All exact. */
  count: number
  users: number
  sessions: number
  firstSeen: string
  lastSeen: string
  releases: string[]
  /** Occurrences per bucket over the requested range, empty buckets included. */
  trend: Bucket[]
  latestDigest: string
}

/** As the file of an incident has it. */
export type PortableIssue = Omit<Issue, 'ticket'>

export type Frame = {
  function: string
  file: string
  line: number | null
  column: number | null
  inApp: boolean
  context?: { before: string[]; line: string; after: string[] }
  /** Where a source map gave the fields above: the frame as the engine wrote it. */
  raw?: { function: string; file: string; line: number | null; column: number | null }
  /** The address of the line in the repository. */
  link?: string
}

export type Commit = { id: string; link: string }

/** `stored`: the occurrence was grouped by its mapped stack. `late`: its source maps came after it. */
export type Mapping = 'none' | 'stored' | 'late'

export type Cause = { type: string; message: string; frames: Frame[] }

export type Breadcrumb = { at: string; kind: string; text: string }

/** One occurrence. */
export type Event = {
  digest: string
  issueId: string
  at: string
  /** When it was stored, by the clock of the server: `at` is by the clock of the device. */
  received?: string
  service: string
  release: string
  environment: string
  type: string
  message: string
  severity: number
  mechanism: string
  /** As the page sent it. */
  stacktrace: string
  frames: Frame[]
  mapping: Mapping
  /** Of the build that the stack is from, where its source maps name it. */
  commit?: Commit
  causes: Cause[]
  componentStack: string
  breadcrumbs: Breadcrumb[]
  traceId: string
  spanId: string
  url: string
  userId: string
  sessionId: string
  browser: string
  os: string
  attributes: Record<string, string>
  /** Digests of the neighbours in time within the issue. */
  previous: string | null
  next: string | null
  /** What the user saw; missing where no page was sent. */
  snapshot?: EventSnapshot
  /** Stored without stack, breadcrumbs and attributes, because the issue had very many in that hour. */
  slim?: EventSlim
  /** Other occurrences with this digest, which were stored later; missing without any. */
  claims?: EventClaim[]
  /** Only in the answer of `/api/events/:id`. With filters, like its neighbours: among those that match. */
  position?: EventPosition
}

/** `nearest`: the digest of the nearest occurrence of the issue with all details; null: none is stored. */
export type EventSlim = { nearest: string | null }

/** Not known to be of the same page: whoever sees a digest can send an occurrence with it. */
export type EventClaim = { issueId: string; service: string; at: string }

/** `number`: from 1, the oldest. `first`, `last`: digests; null where no event matches. */
export type EventPosition = { number: number; total: number; first: string | null; last: string | null }

export type EventRow = Pick<
  Event,
  'digest' | 'at' | 'release' | 'environment' | 'url' | 'userId' | 'message' | 'traceId'
>

export type Note = { id: string; at: string; by: string; body: string }

export type Activity = { at: string; by: string; change: string }

export type Breakdown = { value: string; count: number }[]

export type BreakdownName = 'release' | 'environment' | 'browser' | 'os' | 'route'

/** `count`: issues that changed with the latest release. All services without a release are one row. */
export type Deploy = { service: string; release: string; at: string | null; count: number }

export type IssuesAnswer = {
  issues: Issue[]
  total: number
  counts: Record<IssueStatus, number>
  /** With `sort=change`, in the order of the list: the latest deploy first. */
  deploys?: Deploy[]
  nextCursor: string | null
}

/**
 * The instant, or how many more events (`soFar`: since the change) or users; or a later release, or this one
 * and those after it.
 */
export type IssueCondition =
  | { at: string }
  | { events: number; soFar?: number }
  | { users: number }
  | { inNextRelease: true; after: string | null }
  | { inRelease: string }

/** Without a range: of the last 30 days. With `breakdowns=false` the breakdowns are empty. */
export type IssueAnswer = {
  issue: Issue
  breakdowns: Record<BreakdownName, Breakdown>
  latest: Event
  /**
   * The digest of the event that tells most: the newest with all details and a stored trace. If none of the
   * newest 100 has both, the newest with all details.
   */
  recommended: string
  notes: Note[]
  activity: Activity[]
  /** Commits that may have caused it, the strongest evidence first. */
  suspects: Suspect[]
  /** Of its code, as CODEOWNERS names them. */
  owners: string[]
  /** The release that brought it; missing where that or its commits are not known. */
  changed?: ReleaseOfIssue
  /** Texts of users about it, of any time; missing without any. */
  feedback?: number
  /** What ends "ignored" or "resolved"; missing where only an occurrence or another change does. */
  condition?: IssueCondition
  /** Fingerprints that were merged into it; missing if nothing was merged. */
  merged?: string[]
  /** The same with what they were before. */
  mergedIssues?: MergedIssue[]
}

/** `count`: of its events in the range. */
export type MergedIssue = Pick<Issue, 'id' | 'service' | 'type' | 'message' | 'count'>

export type EventsAnswer = { events: EventRow[]; nextCursor: string | null }

export type IssueChange = {
  status?: 'open' | 'resolved' | 'ignored'
  inNextRelease?: true
  /** Occurrences in this release or a later one mean that it is back. */
  inRelease?: string
  until?: { at: string } | { events: number } | { users: number }
  assignee?: string | null
  /** An address of http or https; null removes it. */
  ticket?: string | null
}

/** The parameters of the list whose issues are changed. Without a status: new, regressed and ongoing. */
export type IssuesFilter = {
  range?: string
  from?: string
  to?: string
  service?: string
  environment?: string
  release?: string
  q?: string
  status?: IssueStatus
}

/** Either 1 to 100 `ids`, or all issues that match `filter`. */
export type IssuesChange = IssueChange & { ids?: string[]; filter?: IssuesFilter }

/** The issue that remains, and a fingerprint that is taken out of an issue again. */
export type Merge = { into: string }

export type Unmerge = { fingerprint: string }

/** Markdown is shown as plain text. */
export type NewNote = { body: string }

/** `issues`: those named by id. `changed`: how many. `change`: the id by which the change is undone. */
export type ChangedAnswer = { issues: Issue[]; changed: number; change: string }

/** `undone`: how many issues are as if the change had not been made. */
export type UndoneAnswer = { undone: number }

/** Occurrences over time; `fresh` counts the occurrences of new and regressed issues. */
export type TrendAnswer = {
  buckets: (Bucket & { fresh: number })[]
  /** Occurrences and distinct users (exact) over the range. */
  events: number
  users: number
  releases: { at: string; service: string; release: string }[]
}

/** An error as a person pasted it. Without a service: any. */
export type FingerprintRequest = { type: string; message: string; stacktrace: string; service?: string }

/** The issue that such an error belongs to; null: none is stored. */
export type FingerprintAnswer = { issueId: string | null }

/** `/api/live`, event `exception`. */
export type LiveException = Pick<Event, 'issueId' | 'digest' | 'type' | 'message' | 'service' | 'at'>

/** `/api/live`, event `issue`: somebody changed, merged or noted an issue. Null: more than 100 of them. */
export type LiveIssue = { id: string | null }
