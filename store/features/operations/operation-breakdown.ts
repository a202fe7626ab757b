// The issues of traces through an operation, and the parts of its time.
import { all, between, named, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { readIssues, type QueryContext } from '../issues/index.ts'
import { greatest, least, rfc3339OfNanoseconds } from '../../database/instants.ts'
import { HttpError } from '../../../server/http-error.ts'
import { filters, filtersOf, type Filters } from '../../http/filters.ts'
import { text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { timeParts, type Call, type Child } from './time-parts.ts'
import type { OperationBreakdownAnswer, OperationIssue } from '../../../contract/operations.ts'

/** Newest calls whose traces are looked for exceptions: the ids of more would fill the processor's cache. */
const MAX_CALLS = 10_000
/** Newest calls whose children are read: each trace costs a look at an index of every granule. */
const MAX_SAMPLED = 50
const MAX_CHILDREN = 5_000
const MAX_ISSUES = 5
/** An exception may be this long before or after the call: the page around it is open, and clocks differ. */
const MARGIN_NS = 600_000_000_000n

/** The key of `otel_traces`: the newest rows are read from its end. */
const NEWEST_FIRST = 'ORDER BY toDateTime(Timestamp) DESC, Timestamp DESC'

export const operationBreakdownPath = path('GET /api/operations/breakdown', {
  summary:
    'Breakdown of the latest calls of an operation: issues in their traces, and where the time is spent',
  parameters: { filters: filters('24h'), operation: text('The exact name of one operation.') },
  answer: 'OperationBreakdownAnswer',
  async handle({ parameters }, context: QueryContext): Promise<OperationBreakdownAnswer> {
    const { filters, operation } = parameters
    const [service] = filters.service
    if (service === undefined || operation === '')
      throw new HttpError(400, 'service and operation are required.')
    const calls = all([
      between(filters),
      {
        sql: 'ServiceName = {ofService:String} AND SpanName = {named:String}',
        parameters: { ofService: service, named: operation },
      },
      ...named({ environment: filters.environment, release: filters.release }),
    ])
    const [parts, issues] = await Promise.all([
      readParts(context.engine, calls),
      readOperationIssues(context, filters, calls),
    ])
    return { ...parts, ...issues }
  },
})

type Issues = Pick<OperationBreakdownAnswer, 'issues' | 'calls' | 'since'>

async function readOperationIssues(
  context: QueryContext,
  filters: Filters,
  { sql, parameters }: Condition,
): Promise<Issues> {
  const { engine, merges } = context
  const newest = `FROM otel_traces WHERE ${sql} AND TraceId != '' ${NEWEST_FIRST} LIMIT ${MAX_CALLS}`
  const [sample] = await engine.query<{ calls: number; oldest: string; latest: string }>(
    `SELECT count() AS calls, toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest,
       toString(toUnixTimestamp64Nano(max(Timestamp))) AS latest
     FROM (SELECT Timestamp ${newest})`,
    parameters,
  )
  if (!sample || sample.calls === 0) return { issues: [], calls: 0, since: null }
  const around = inMargin(BigInt(sample.oldest), BigInt(sample.latest))
  const rows = await engine.query<{ fingerprint: string; count: number }>(
    `SELECT IssueId AS fingerprint, count() AS count FROM exceptions
     WHERE ${around.sql} AND TraceId GLOBAL IN (SELECT TraceId ${newest})
     GROUP BY fingerprint ORDER BY count DESC, fingerprint`,
    { ...parameters, ...around.parameters },
  )
  const counts = new Map<string, number>()
  for (const { fingerprint, count } of rows) {
    const id = merges.issueOf(fingerprint)
    counts.set(id, (counts.get(id) ?? 0) + count)
  }
  const ids = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_ISSUES)
  const issues = await readIssues(
    context,
    ids.map(([id]) => id),
    filtersOf(filters, { until: filters.until }),
  )
  return {
    issues: issues.map((issue): OperationIssue => ({ issue, count: counts.get(issue.id) ?? 0 })),
    calls: sample.calls,
    since: rfc3339OfNanoseconds(BigInt(sample.oldest)),
  }
}

async function readParts(
  engine: Engine,
  { sql, parameters }: Condition,
): Promise<ReturnType<typeof timeParts>> {
  const start = 'toString(toUnixTimestamp64Nano(Timestamp)) AS start'
  const calls = await engine.query<Call & { traceId: string }>(
    `SELECT TraceId AS traceId, SpanId AS spanId, ${start}, Duration AS durationNs FROM otel_traces
     WHERE ${sql} AND TraceId != '' ${NEWEST_FIRST} LIMIT ${MAX_SAMPLED}`,
    parameters,
  )
  if (calls.length === 0) return timeParts([], [])
  const starts = calls.map((call) => BigInt(call.start))
  const ends = calls.map((call, at) => starts[at]! + BigInt(call.durationNs))
  const around = inMargin(least(starts[0]!, ...starts), greatest(ends[0]!, ...ends))
  const children = await engine.query<Child>(
    `SELECT ParentSpanId AS parent, ServiceName AS service, SpanName AS name, ${start}, Duration AS durationNs
     FROM otel_traces
     WHERE ${around.sql}
       AND TraceId IN {traces:Array(String)} AND ParentSpanId IN {spans:Array(String)}
     LIMIT ${MAX_CHILDREN}`,
    {
      ...around.parameters,
      traces: [...new Set(calls.map(({ traceId }) => traceId))],
      spans: calls.map(({ spanId }) => spanId),
    },
  )
  return timeParts(calls, children)
}

function inMargin(first: bigint, last: bigint): Condition {
  return between({ from: first - MARGIN_NS, to: last + MARGIN_NS }, 'Timestamp', ['first', 'last'])
}
