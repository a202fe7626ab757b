// The answers of `/api`, as types only. Instants are RFC 3339 UTC strings; durations are whole nanoseconds
// (`…Ns`); `nextCursor` is opaque, null at the end.

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
  /** New or regressed since the latest release of its service; also where no release of it is known. */
  changed: boolean
  assignee: string | null
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
  /** Only in the answer of `/api/events/:id`. With filters, like its neighbours: among those that match. */
  position?: EventPosition
}

/** `number`: from 1, the oldest. `first`, `last`: digests; null: there are none. */
export type EventPosition = { number: number; total: number; first: string | null; last: string | null }

export type EventRow = Pick<
  Event,
  'digest' | 'at' | 'release' | 'environment' | 'url' | 'userId' | 'message' | 'traceId'
>

export type Note = { id: string; at: string; by: string; body: string }
export type Activity = { at: string; by: string; change: string }
export type Breakdown = { value: string; count: number }[]
export type BreakdownName = 'release' | 'environment' | 'browser' | 'os' | 'route'

export type IssuesAnswer = {
  issues: Issue[]
  total: number
  counts: Record<IssueStatus, number>
  nextCursor: string | null
}
/** The instant, or how many more events (`soFar`: since the decision) or users; or a later release. */
export type IssueCondition =
  | { at: string }
  | { events: number; soFar?: number }
  | { users: number }
  | { inNextRelease: true; after: string | null }
/** Without a range, the numbers and breakdowns are those of the last 30 days. */
export type IssueAnswer = {
  issue: Issue
  breakdowns: Record<BreakdownName, Breakdown>
  latest: Event
  notes: Note[]
  activity: Activity[]
  /** What ends "ignored" or "resolved"; missing where nothing does but an occurrence or a decision. */
  condition?: IssueCondition
  /** Fingerprints that were merged into it; missing where there are none. */
  merged?: string[]
}
export type EventsAnswer = { events: EventRow[]; nextCursor: string | null }

export type IssueChange = {
  status?: 'open' | 'resolved' | 'ignored'
  inNextRelease?: true
  until?: { at: string } | { events: number } | { users: number }
  assignee?: string | null
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

/** `base`: the share from 0 to 1 that the value has of the base; with `base=true`. */
export type FacetValue = { value: string; count: number; base?: number }
/** `total`, `baseTotal`: occurrences or spans that match, and those of the base. */
export type FacetsAnswer = {
  facets: { name: string; values: FacetValue[] }[]
  total: number
  baseTotal?: number
}
export type ServicesAnswer = { services: { name: string; lastSeen: string }[] }

/** Occurrences over time; `fresh` are those of issues that are new or regressed. */
export type TrendAnswer = {
  buckets: (Bucket & { fresh: number })[]
  /** Occurrences and distinct users (exact) over the range. */
  events: number
  users: number
  releases: { at: string; service: string; release: string }[]
}

export type ReleaseRow = {
  service: string
  release: string
  environment: string
  firstSeen: string
  lastSeen: string
  exceptions: number
  sessions: number
  crashFreeSessions: number | null
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
export type ReleasesAnswer = { releases: ReleaseRow[]; trend?: CrashFreePoint[] }

export type StatusAnswer = {
  engine: 'embedded' | 'clickhouse'
  version: string
  lastStored: string | null
  rows: { spans: number; logs: number; exceptions: number }
  /** Metric data points that were taken and counted, not kept. */
  metricsReceived: number
  /** Bodies that could never be taken and were put aside, since the store started. */
  refused: number
  bytes: number
  /** The disk of the tables; with CLICKHOUSE_URL, those of the server. */
  disk?: { free: number; total: number }
  growth?: {
    /** Bytes of a day: the mean of the last seven complete days; null: there is none. */
    bytesPerDay: number | null
    /** Days with data. From `retentionDays` on, a day goes for each that comes. */
    days: number
    /** When disk or STORE_LIMIT is full, at this growth; null: never. */
    fullAt: string | null
  }
  retentionDays: number
  /** STORE_LIMIT in bytes; null: none. */
  limit?: number | null
  problems: string[]
  /** Days that were dropped because of it, or of a full disk, since the store started. */
  dropped?: { day: string; bytes: number; at: string }[]
}

/** An error as a person pasted it. Without a service: any. */
export type FingerprintRequest = { type: string; message: string; stacktrace: string; service?: string }
/** The issue that such an error belongs to; null: none is stored. */
export type FingerprintAnswer = { issueId: string | null }

/** `/api/live`, event `exception`. */
export type LiveException = Pick<Event, 'issueId' | 'digest' | 'type' | 'message' | 'service' | 'at'>

/** `/api/live`, event `issue`: somebody changed, merged or noted an issue. Null: more than 100 of them. */
export type LiveIssue = { id: string | null }

/** The body of every error: `application/problem+json`, RFC 9457. */
export type Problem = { type: string; title: string; status: number; detail: string }
