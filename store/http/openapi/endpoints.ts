// What the OpenAPI document says about each path of `/api`. A test compares the paths with the router, and
// the answers of a store with the schemas.
import {
  FACETS,
  FILTERS,
  ISSUES,
  MAPS,
  MAP_UPLOAD,
  OPERATIONS,
  OPERATION_INSIDE,
  PAGE,
  RELEASE,
  RELEASES,
  SPAN_MATCHES,
  STRIP,
  TRACE,
  TRACES,
  TRACE_ORDER,
  VITALS,
  type Parameter,
} from './parameters.ts'

export type Endpoint = {
  summary: string
  /** A name of `contract.ts`, or a media type of text. */
  answer: string
  /** Default 200. */
  status?: number
  parameters?: Parameter[]
  /** A name of `contract.ts`. */
  body?: string
}

const MARKDOWN = 'text/markdown'

/** As `answer`: there is no body. */
export const NO_CONTENT = ''

/** By method and path, as the router has them. */
export const ENDPOINTS: Record<string, Endpoint> = {
  'GET /api/openapi.json': { summary: 'This document', answer: 'application/json' },
  'GET /api/issues': {
    summary: 'Issues, with the number of each status',
    answer: 'IssuesAnswer',
    parameters: [...FILTERS, ...ISSUES, ...PAGE],
  },
  'PATCH /api/issues': {
    summary: 'Changes status or assignee of several issues, by id or by the filter of a list',
    answer: 'ChangedAnswer',
    body: 'IssuesChange',
  },
  'POST /api/changes/:id/undo': {
    summary: 'Undoes a change of issues: each is as if it had not been made',
    answer: 'UndoneAnswer',
  },
  'GET /api/issues/:id': {
    summary: 'An issue with its breakdowns, latest occurrence, notes and history',
    answer: 'IssueAnswer',
    parameters: FILTERS,
  },
  'GET /api/issues/:id.md': { summary: 'The same as Markdown', answer: MARKDOWN, parameters: FILTERS },
  'PATCH /api/issues/:id': {
    summary: 'Changes status or assignee of an issue',
    answer: 'Issue',
    body: 'IssueChange',
  },
  'GET /api/issues/:id/events': {
    summary: 'Occurrences of an issue, the newest first',
    answer: 'EventsAnswer',
    parameters: [...FILTERS, ...PAGE],
  },
  'POST /api/issues/:id/notes': { summary: 'Adds a note', answer: 'Note', status: 201, body: 'NewNote' },
  'POST /api/issues/:id/merge': {
    summary: 'Makes the issue a part of another',
    answer: 'Issue',
    body: 'Merge',
  },
  'POST /api/issues/:id/unmerge': {
    summary: 'Takes a fingerprint out of an issue',
    answer: 'Issue',
    body: 'Unmerge',
  },
  'GET /api/events/:id': {
    summary: 'The occurrence with a digest, or with an id that a framework gave it',
    answer: 'Event',
    parameters: FILTERS,
  },
  'GET /api/events/:id.md': { summary: 'The same as Markdown', answer: MARKDOWN },
  'GET /api/traces': {
    summary: 'Traces, the newest first',
    answer: 'TracesAnswer',
    parameters: [...FILTERS, ...TRACES, ...TRACE_ORDER, ...PAGE],
  },
  'GET /api/traces/strip': {
    summary: 'How many traces started when and took how long, whatever `started` and durations',
    answer: 'TraceStripAnswer',
    parameters: [...FILTERS, ...TRACES, ...STRIP],
  },
  'GET /api/traces/differences': {
    summary: 'Attributes of the traces in `started` and durations that the others of the range do not have',
    answer: 'TraceDifferencesAnswer',
    parameters: [...FILTERS, ...TRACES],
  },
  'GET /api/traces/:id': {
    summary: 'The spans and exceptions of a trace',
    answer: 'TraceAnswer',
    parameters: TRACE,
  },
  'GET /api/traces/:id/spans/:spanId': {
    summary: 'A span with its attributes, events and links',
    answer: 'SpanAnswer',
  },
  'GET /api/traces/:id/matches': {
    summary: 'The spans of a trace that a text matches, by name, service, status message or attribute',
    answer: 'SpanMatchesAnswer',
    parameters: SPAN_MATCHES,
  },
  'GET /api/facets': {
    summary: 'The most frequent values of each filter',
    answer: 'FacetsAnswer',
    parameters: [...FILTERS, ...FACETS],
  },
  'GET /api/operations': {
    summary: 'Names of spans with latencies and errors',
    answer: 'OperationsAnswer',
    parameters: [...FILTERS, ...OPERATIONS],
  },
  'GET /api/operations/inside': {
    summary: 'Of the newest calls of an operation: issues of their traces, and the parts of their time',
    answer: 'OperationInsideAnswer',
    parameters: [...FILTERS, ...OPERATION_INSIDE],
  },
  'GET /api/services': { summary: 'Services and when each was last seen', answer: 'ServicesAnswer' },
  'GET /api/releases': {
    summary: 'Releases with their exceptions and crash-free sessions',
    answer: 'ReleasesAnswer',
    parameters: [...FILTERS, ...RELEASES],
  },
  'GET /api/releases/changes': {
    summary: 'What a release broke: issues that are new, back, louder or quiet since; the newest release',
    answer: 'ReleaseChangesAnswer',
    parameters: RELEASE,
  },
  'GET /api/releases/changes.md': { summary: 'The same as Markdown', answer: MARKDOWN, parameters: RELEASE },
  'GET /api/delivery': {
    summary: 'How many of the records that pages have numbered arrived, by browser',
    answer: 'DeliveryAnswer',
    parameters: FILTERS,
  },
  'GET /api/vitals': {
    summary: 'Web vitals by route',
    answer: 'VitalsAnswer',
    parameters: [...FILTERS, ...VITALS],
  },
  'GET /api/trend': {
    summary: 'Occurrences over time, with releases',
    answer: 'TrendAnswer',
    parameters: FILTERS,
  },
  'GET /api/maps': {
    summary: 'Source maps, the newest first, and scripts of stacks that have none',
    answer: 'MapsAnswer',
    parameters: MAPS,
  },
  'PUT /api/maps': {
    summary: 'Stores the source map of a script; 200: it is stored already',
    answer: 'MapAnswer',
    status: 201,
    parameters: MAP_UPLOAD,
    body: 'SourceMap',
  },
  'DELETE /api/maps': {
    summary: 'Deletes the source maps of a release, or of one file',
    answer: NO_CONTENT,
    status: 204,
    parameters: MAPS.slice(0, 3),
  },
  'POST /api/fingerprint': {
    summary: 'The issue of an error, by its type, message and stack',
    answer: 'FingerprintAnswer',
    body: 'FingerprintRequest',
  },
  'GET /api/status': { summary: 'The state of the store', answer: 'StatusAnswer' },
  'GET /api/live': {
    summary: 'Server-sent events: `exception` (LiveException) per occurrence, `issue` (LiveIssue) per change',
    answer: 'text/event-stream',
  },
}
