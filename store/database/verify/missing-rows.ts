// Rows that a view should have written: for each table that views fill, a query for those that are missing.
// Such a query compares the table with what the view would write of all rows that its source has today, and
// can run again. Rows that are older than their source are left alone.
import type { Definition } from '../tables/schema.ts'

/** `query`: the rows to insert. `before`: what to delete first, as the rows replace others. */
export type MissingRows = { table: string; query: string; before?: string }

type View = { table: string; query: string }

const RELEASE = ['ServiceName', 'Release', 'Environment']
const SESSION_HOUR = ['Hour', 'ServiceName', 'Environment', 'Release']
const SESSION_COUNTS = ['SessionCount', 'CrashedSessionCount']

/** By the name of the view. In the order in which tables are filled: some are the source of others. */
const QUERIES: Record<string, (view: View) => MissingRows> = {
  exceptions_from_logs: byOccurrence,
  exceptions_from_span_events: byOccurrence,
  exceptions_from_spans: byOccurrence,
  issues_mv: (view) => byCount(view, ['IssueId'], 'Count'),
  releases_from_traces: (view) => byNewest(view, []),
  releases_from_logs: (view) => byNewest(view, SESSION_COUNTS),
  releases_from_exceptions: (view) => byCount(view, RELEASE, 'Exceptions'),
  sessions_from_traces: (view) => byUnion(view, ['Sessions', 'Minutes'], []),
  sessions_from_logs: (view) => byUnion(view, ['Sessions', 'CrashedSessions', 'Minutes'], SESSION_COUNTS),
  sessions_from_exceptions: (view) => byUnion(view, ['CrashedSessions'], []),
  operations_mv: (view) => byPeriod(view, 'Start'),
  operations_days_mv: (view) => byPeriod(view, 'Start'),
  web_vitals_mv: (view) => byPeriod(view, 'Hour'),
  feedback_mv: (view) => byKey(view, ['Timestamp', 'FeedbackId']),
  sampled_spans_mv: (view) => byKey(view, ['TraceId', 'Timestamp', 'SpanName']),
  trace_summaries_mv: bySpan,
  trace_users_mv: (view) => byKey(view, ['TraceId', 'Value', 'Name', 'Source']),
  otel_traces_trace_id_ts_mv: (view) => byKey(view, ['TraceId']),
}

export function missingRows(definitions: Definition[]): MissingRows[] {
  return Object.entries(QUERIES).flatMap(([name, queryOf]) => {
    const view = definitions.find((definition) => definition.name === name)?.view
    return view ? [queryOf({ table: view.target, query: view.query })] : []
  })
}

/** An occurrence is one row. */
function byOccurrence(view: View): MissingRows {
  return byKey(view, ['IssueId', 'Digest', 'Timestamp'])
}

function byKey({ table, query }: View, columns: string[]): MissingRows {
  const key = columns.join(', ')
  return { table, query: `SELECT * FROM (${query}) WHERE (${key}) NOT IN (SELECT ${key} FROM ${table})` }
}

/** A trace has a row per insert, and each row has the hashes of its spans. */
function bySpan({ table, query }: View): MissingRows {
  const spans = `SELECT cityHash64(TraceId, arrayJoin(SpanHashes)) FROM ${table}`
  const isMissing = `cityHash64(TraceId, toUInt32(cityHash64(SpanId))) NOT IN (${spans})`
  return { table, query: query.replace("WHERE TraceId != ''", `WHERE TraceId != '' AND ${isMissing}`) }
}

/** All columns but the count may be added twice. Only what the count lacks is added to it. */
function byCount(view: View, columns: string[], count: string): MissingRows {
  return {
    table: view.table,
    query: `SELECT * FROM (${withRest(view, columns, [count])}) WHERE ${count} > 0`,
  }
}

/** The rows of a view, with what the counts of its table lack in place of the counts. */
function withRest({ table, query }: View, columns: string[], counts: string[]): string {
  if (counts.length === 0) return query
  const key = columns.join(', ')
  const [sums, names, rest] = [
    (count: string) => `sum(${count}) AS stored${count}`,
    (count: string) => `stored${count}`,
    (count: string) => `toUInt64(greatest(${count}, stored${count}) - stored${count}) AS ${count}`,
  ].map((column) => counts.map(column).join(', '))
  return `SELECT * EXCEPT (${names}) REPLACE (${rest}) FROM (${query}) AS rows
    LEFT JOIN (SELECT ${key}, ${sums} FROM ${table} GROUP BY ${key}) AS counts USING (${key})`
}

/** All columns but the counts may be added twice. */
function byNewest(view: View, counts: string[]): MissingRows {
  const { table } = view
  const key = RELEASE.join(', ')
  const times = 'max(LastSeen) AS newest, min(FirstSeen) AS oldest'
  const stored = `SELECT ${key}, ${times} FROM ${table} GROUP BY ${key}`
  const lacks = ['LastSeen > newest', 'FirstSeen < oldest', ...counts.map((count) => `${count} > 0`)]
  return {
    table,
    query: `SELECT * EXCEPT (newest, oldest) FROM (${withRest(view, RELEASE, counts)}) AS rows
      LEFT JOIN (${stored}) AS stored USING (${key}) WHERE ${lacks.join(' OR ')}`,
  }
}

/** Sets may be added twice, counts not. Rows whose sets are not all stored are added. */
function byUnion(view: View, sets: string[], counts: string[]): MissingRows {
  const { table, query } = view
  const key = SESSION_HOUR.join(', ')
  const states = sets.join(', ')
  const rows = `SELECT ${key}, ${states}, 0 AS isStored FROM (${query})
    UNION ALL SELECT ${key}, ${states}, 1 FROM ${table}`
  const isLacking = sets.map(lacksOf).join(' OR ')
  const lacks = [
    `(${key}) IN (SELECT ${key} FROM (${rows}) GROUP BY ${key} HAVING ${isLacking})`,
    ...counts.map((count) => `${count} > 0`),
  ]
  return {
    table,
    query: `SELECT * FROM (${withRest(view, SESSION_HOUR, counts)}) WHERE ${lacks.join(' OR ')}`,
  }
}

/** Of a set: its rows have something that is not stored. */
function lacksOf(set: string): string {
  if (set === 'Minutes') return 'groupBitOr(Minutes) != groupBitOrIf(Minutes, isStored = 1)'
  return `uniqCombinedMerge(12)(${set}) > uniqCombinedMergeIf(12)(${set}, isStored = 1)`
}

/** Durations cannot be added twice: an hour or a day that lacks something is written anew. */
function byPeriod({ table, query }: View, column: string): MissingRows {
  const counts = (from: string): string =>
    `SELECT ${column}, sum(Count) AS total FROM ${from} GROUP BY ${column}`
  const periods = `SELECT rows.${column} FROM (${counts(`(${query})`)}) AS rows
    LEFT JOIN (${counts(table)}) AS stored ON rows.${column} = stored.${column}
    WHERE rows.total > stored.total`
  return {
    table,
    query: `SELECT * FROM (${query}) WHERE ${column} IN (${periods})`,
    before: `${column} IN (${periods})`,
  }
}
