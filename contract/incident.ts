// A portable incident: one JSON file that the console of another installation shows without its data.
import type { Event, IssueCondition, PortableIssue } from './issues.ts'
import type { ReleaseRow } from './releases.ts'
import type { TraceAnswer } from './traces.ts'

/**
 * The content of the file. Fields have the names and types of the API's answers; instants are
 * RFC 3339 in UTC, durations nanoseconds. A reader ignores fields that it does not know. The file has what
 * the event has, including IDs and addresses of a user; it has no notes, no assignee, no ticket and no
 * activity of the issue.
 */
export type Incident = {
  format: 'errata-incident'
  /** A reader refuses any other version. */
  version: 1
  createdAt: string
  /** The address of the console that made it. */
  origin: string
  /** With an event only. It counts the 30 days before the file was made. */
  issue: PortableIssue | null
  condition: IssueCondition | null
  /** The event that was shown: its mapped stack, causes, breadcrumbs and attributes. */
  event: Event | null
  /** The release of the event, a row for each environment. */
  releases: ReleaseRow[]
  /**
   * The trace of the event, or a trace alone. If it has more than 2,000 spans: those around the exception,
   * or around the span that was selected; then `truncated` is true. Each span has `details`.
   */
  trace: TraceAnswer | null
  /** IDs of the spans on the timeline of the event. */
  timeline: string[]
}
