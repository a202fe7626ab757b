// A portable incident: one JSON file that the console of another installation shows without its data.
import type { Event, Issue, IssueCondition } from '../../../../contract/issues.ts'
import type { ReleaseRow } from '../../../../contract/releases.ts'
import type { TraceAnswer } from '../../../../contract/traces.ts'

export const INCIDENT_FORMAT = 'errata-incident'
/** Readers refuse another version: it changes with what a reader cannot leave out. */
export const INCIDENT_VERSION = 1

/** Spans of a file, all with their attributes: some 1.2 MB, and as many as the API has at once. */
export const MAX_INCIDENT_SPANS = 2_000
/** Bytes of a file. Its parts have limits of their own; this one is checked before the file is read. */
export const MAX_INCIDENT_BYTES = 20_000_000

/**
 * The content of the file. Fields are those of the answers of the API (`/api/openapi.json`) with the same
 * names; instants are RFC 3339 in UTC, durations nanoseconds. Fields that a reader does not know are left
 * out. The file has what the event has, so also ids and addresses of a user; notes, assignee and activity of
 * the issue are not in it.
 */
export type Incident = {
  format: typeof INCIDENT_FORMAT
  version: typeof INCIDENT_VERSION
  createdAt: string
  /** The address of the console that made it. */
  origin: string
  /** With an event only. Its counts are those of the 30 days before the file was made. */
  issue: Issue | null
  condition: IssueCondition | null
  /** The event that was shown: its mapped stack, causes, breadcrumbs and attributes. */
  event: Event | null
  /** The release of the event, a row for each environment. */
  releases: ReleaseRow[]
  /**
   * The trace of the event, or one alone. Where it has more than 2,000 spans: those around the exception, or
   * around the span that was selected; `truncated` says so. Each span has `details`.
   */
  trace: TraceAnswer | null
  /** Ids of the spans on the timeline of the event. */
  timeline: string[]
}
