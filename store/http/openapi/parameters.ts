// The query parameters of `/api`, as the OpenAPI document describes them.
import { DEVICES } from '../../ingest/rows/device.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, RANGES } from '../filters.ts'
import { VITAL_NAMES } from '../../features/vitals/vitals.ts'

export type Parameter = { name: string; description: string; schema: object }

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const instant = { type: 'string', format: 'date-time' }

function parameter(name: string, description: string, schema: object = text): Parameter {
  return { name, description, schema }
}

/** One or several, separated by commas. */
function choices(name: string, description: string, values: string[]): Parameter {
  return parameter(name, `${description} Several are separated by commas: ${values.join(', ')}.`)
}

/** The time and what it is about: every list has them. */
export const FILTERS: Parameter[] = [
  parameter('range', 'The last hour, day, week or month.', { enum: RANGES }),
  parameter('from', 'Instead of a range: the start.', instant),
  parameter('to', 'Instead of a range: the end, exclusive.', instant),
  parameter('service', 'Any of these services.', texts),
  parameter('environment', 'Any of these environments.', texts),
  parameter('release', 'Any of these releases.', texts),
  parameter('q', 'Words, "phrases" and `key:value`, each with `-` in front to exclude it.'),
]

const LIMIT = parameter('limit', 'Rows of a page.', {
  type: 'integer',
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
})

/** Of lists that have pages. */
export const PAGE: Parameter[] = [
  LIMIT,
  parameter('cursor', '`nextCursor` of the page before; all other parameters as before.'),
]

export const ISSUES: Parameter[] = [
  choices('status', 'Default: new, regressed, ongoing.', [
    'new',
    'regressed',
    'ongoing',
    'resolved',
    'ignored',
  ]),
  parameter('sort', 'Default `change`: new or back since the latest release first.', {
    enum: ['change', 'lastSeen', 'firstSeen', 'count', 'users'],
  }),
]

const TREND = parameter('trend', 'With the values over time.', { enum: ['true'] })

export const OPERATIONS: Parameter[] = [
  parameter('operation', 'The exact name of one operation.'),
  parameter('sort', 'Default `calls`. By `p95`, the rows with most calls are put in order.', {
    enum: ['calls', 'time', 'errors', 'p95'],
  }),
  TREND,
  parameter('base', 'With what was usual in the 7 days before, distributions, totals and services.', {
    enum: ['true'],
  }),
  LIMIT,
]

export const OPERATION_INSIDE: Parameter[] = [parameter('operation', 'The exact name of one operation.')]

export const STRIP: Parameter[] = [
  parameter('of', 'Default `traces`. `spans`: an error is one of the span of `operation` itself.', {
    enum: ['traces', 'spans'],
  }),
]

export const VITALS: Parameter[] = [
  parameter('route', 'The exact name of one route.'),
  parameter('device', 'The class of device, as the user agent says.', { enum: DEVICES }),
  parameter('trend', 'With all routes together, by device and over time.', { enum: ['true'] }),
  parameter('vital', 'With `trend`: its rows have their values over time.', { enum: VITAL_NAMES }),
]

export const RELEASES: Parameter[] = [
  parameter('trend', 'With crash-free sessions over time and around each release.', { enum: ['true'] }),
  LIMIT,
]

export const RELEASE: Parameter[] = [
  parameter('service', 'The service of the release.'),
  parameter('release', 'Default: the newest.'),
  parameter('environment', 'Any of these environments.', texts),
  parameter('previous', 'The release to compare with. Default: the one before.'),
  parameter(
    'before',
    'Compares with the service in the 24 hours before, or in the same hours a week before.',
    {
      enum: ['24h', '7d'],
    },
  ),
  LIMIT,
]

const SPANS: Parameter[] = [
  parameter('operation', 'The name of a span.'),
  choices('status', 'Of a span; `error` also takes traces with an exception.', ['error', 'ok', 'unset']),
  parameter('started', 'When the trace or operation started: two instants with `/` between, as ISO 8601.'),
  parameter('minDurationNs', 'Nanoseconds, of the trace or of the operation.', { type: 'integer' }),
  parameter('maxDurationNs', 'Nanoseconds.', { type: 'integer' }),
  parameter('attribute', '`name:value` of a span or its resource; may be repeated.', texts),
]

export const TRACES: Parameter[] = SPANS

export const TRACE: Parameter[] = [
  parameter('limit', 'Spans of the answer, of up to 50,000; with `details` of up to 2,000.', {
    type: 'integer',
    minimum: 1,
  }),
  parameter('span', 'With a limit: its ancestors and their children come first.'),
  parameter('around', 'With a limit: spans near this instant come before others.', instant),
  parameter('details', 'With the attributes, events and links of each span.', { enum: ['true'] }),
]

export const TRACE_ORDER: Parameter[] = [
  parameter('sort', 'Default `newest`. By `duration`: the slowest first.', {
    enum: ['newest', 'duration', 'errors'],
  }),
]

export const SPAN_MATCHES: Parameter[] = [
  parameter('q', 'Words, all of which a span has; `name:value` takes parts of an attribute.'),
]

export const FACETS: Parameter[] = [
  parameter('of', 'Default: issues.', { enum: ['issues', 'traces'] }),
  parameter('base', 'With the share of each value without the filters but range and service.', {
    enum: ['true'],
  }),
  parameter('issue', 'Of issues: only occurrences of this one.'),
  ...SPANS,
]

const MAP_NAME: Parameter[] = [
  parameter('service', 'The service of the script.'),
  parameter('release', 'Its release, as `service.version` of the page.'),
  parameter('file', 'The path of the script: `assets/index-C0ffee12.js`.'),
]

export const MAPS: Parameter[] = [
  ...MAP_NAME,
  parameter('hash', 'SHA-256 of the JSON, in hex: 404 unless a file has this content.'),
]

export const MAP_UPLOAD: Parameter[] = [
  ...MAP_NAME,
  parameter('repo', 'The address of the repository, for links to its lines.'),
  parameter('commit', 'The commit of the source code.'),
  parameter('root', "The project's folder in the repository."),
]
