// The shape of an incident, checked member by member: a file may come from anybody.
import {
  amount,
  type Check,
  flag,
  IncidentError,
  instant,
  listOf,
  nullOr,
  number,
  object,
  oneOf,
  optional,
  recordOf,
  text,
  webAddress,
} from './checks.ts'
import { type Incident, MAX_INCIDENT_SPANS } from './incident-format.ts'

/** Parts of an event. The SDK sends fewer. */
const MAX_FRAMES = 1_000
const MAX_CAUSES = 50
const MAX_BREADCRUMBS = 1_000
const MAX_RELEASES = 100
const MAX_BUCKETS = 100
const MAX_EXCEPTIONS = 1_000
/** As many as the API has at most. */
const MAX_SPAN_EVENTS = 1_000
const MAX_SPAN_PARTS = 1_000

const textsByName = recordOf(text)
const position = { function: text, file: text, line: nullOr(number), column: nullOr(number) }
const frame = object({
  ...position,
  inApp: flag,
  context: optional(object({ before: listOf(text, 100), line: text, after: listOf(text, 100) })),
  raw: optional(object(position)),
  link: optional(webAddress),
})
const frames = listOf(frame, MAX_FRAMES)

const event = object({
  digest: text,
  issueId: text,
  at: instant,
  service: text,
  release: text,
  environment: text,
  type: text,
  message: text,
  severity: number,
  mechanism: text,
  stacktrace: text,
  frames,
  mapping: oneOf(['none', 'stored', 'late']),
  commit: optional(object({ id: text, link: webAddress })),
  causes: listOf(object({ type: text, message: text, frames }), MAX_CAUSES),
  componentStack: text,
  breadcrumbs: listOf(object({ at: instant, kind: text, text }), MAX_BREADCRUMBS),
  traceId: text,
  spanId: text,
  url: text,
  userId: text,
  sessionId: text,
  browser: text,
  os: text,
  attributes: textsByName,
})

const issue = object({
  id: text,
  service: text,
  type: text,
  message: text,
  culprit: text,
  status: oneOf(['new', 'regressed', 'ongoing', 'resolved', 'ignored']),
  count: amount,
  users: amount,
  sessions: amount,
  firstSeen: instant,
  lastSeen: instant,
  releases: listOf(text, MAX_RELEASES),
  trend: listOf(object({ at: instant, count: amount }), MAX_BUCKETS),
})

/** What `IssueCondition` may have; a member that is missing says nothing. */
const condition = object({
  at: optional(instant),
  events: optional(number),
  soFar: optional(number),
  users: optional(number),
  after: optional(nullOr(text)),
})

const release = object({
  service: text,
  release: text,
  environment: text,
  firstSeen: instant,
  lastSeen: instant,
  exceptions: amount,
  sessions: amount,
  crashFreeSessions: nullOr(number),
})

const details = object({
  statusMessage: text,
  attributes: textsByName,
  resource: textsByName,
  events: listOf(object({ at: instant, name: text, attributes: textsByName }), MAX_SPAN_PARTS),
  links: listOf(object({ traceId: text, spanId: text, attributes: textsByName }), MAX_SPAN_PARTS),
})
const span = object({
  spanId: text,
  parentSpanId: nullOr(text),
  name: text,
  kind: text,
  service: text,
  start: instant,
  durationNs: amount,
  status: oneOf(['unset', 'ok', 'error']),
  exceptions: amount,
  details: optional(details),
})
const trace = object({
  traceId: text,
  start: instant,
  durationNs: amount,
  totalSpans: amount,
  truncated: flag,
  spans: listOf(span, MAX_INCIDENT_SPANS),
  exceptions: listOf(
    object({ digest: text, spanId: text, at: instant, type: text, message: text }),
    MAX_EXCEPTIONS,
  ),
  spanEvents: listOf(object({ spanId: text, at: instant, name: text }), MAX_SPAN_EVENTS),
})

const incident: Check = object({
  createdAt: instant,
  origin: text,
  issue: nullOr(issue),
  condition: nullOr(condition),
  event: nullOr(event),
  releases: listOf(release, MAX_RELEASES),
  trace: nullOr(trace),
  timeline: listOf(text, MAX_INCIDENT_SPANS),
})

export function checkIncident(value: Record<string, unknown>): Incident {
  incident(value, '')
  const checked = value as Incident
  if (!checked.event && !checked.trace?.spans.length)
    throw new IncidentError('The incident is empty: it has neither an event nor a span.')
  return checked
}
