// Rows that a view should have written: for each table that views fill, a query for those that are missing.
// Such a query compares the table with what the view would write of all rows that its source has today, and
// can run again. Rows that are older than their source are left alone.
import type { Definition } from '../tables/schema.ts'

/** `query`: the rows to insert. `before`: what to delete first, as the rows replace others. */
export type MissingRows = { table: string; query: string; before?: string }

type View = { table: string; query: string }

/** By the name of the view. In the order in which tables are filled: some are the source of others. */
const QUERIES: Record<string, (view: View) => MissingRows> = {
  exceptions_from_logs: byOccurrence,
  exceptions_from_span_events: byOccurrence,
  exceptions_from_spans: byOccurrence,
  issues_mv: (view) => byCount(view, ['IssueId'], 'Count'),
  releases_from_traces: byNewest,
  releases_from_logs: byNewest,
  releases_from_exceptions: (view) => byCount(view, ['ServiceName', 'Release', 'Environment'], 'Exceptions'),
  sessions_from_traces: (view) => byUnion(view, 'Sessions'),
  sessions_from_logs: (view) => byUnion(view, 'Sessions'),
  sessions_from_exceptions: (view) => byUnion(view, 'CrashedSessions'),
  operations_mv: (view) => byPeriod(view, 'Start'),
  operations_days_mv: (view) => byPeriod(view, 'Start'),
  web_vitals_mv: (view) => byPeriod(view, 'Hour'),
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
function byCount({ table, query }: View, columns: string[], count: string): MissingRows {
  const key = columns.join(', ')
  const stored = `SELECT ${key}, sum(${count}) AS stored FROM ${table} GROUP BY ${key}`
  return {
    table,
    query: `SELECT * EXCEPT (stored) REPLACE (toUInt64(${count} - stored) AS ${count})
      FROM (${query}) AS rows LEFT JOIN (${stored}) AS counts USING (${key}) WHERE ${count} > stored`,
  }
}

/** All columns may be added twice. */
function byNewest({ table, query }: View): MissingRows {
  const key = 'ServiceName, Release, Environment'
  const times = 'max(LastSeen) AS newest, min(FirstSeen) AS oldest'
  const stored = `SELECT ${key}, ${times} FROM ${table} GROUP BY ${key}`
  return {
    table,
    query: `SELECT * EXCEPT (newest, oldest) FROM (${query}) AS rows
      LEFT JOIN (${stored}) AS stored USING (${key})
      WHERE LastSeen > newest OR FirstSeen < oldest`,
  }
}

/** Sessions may be added twice. Rows whose sessions are not all stored are added. */
function byUnion({ table, query }: View, column: string): MissingRows {
  const key = 'Hour, ServiceName, Environment, Release'
  const rows = `SELECT ${key}, ${column} AS state, 0 AS isStored FROM (${query})
    UNION ALL SELECT ${key}, ${column}, 1 FROM ${table}`
  const lacking = `SELECT ${key} FROM (${rows}) GROUP BY ${key}
    HAVING uniqCombinedMerge(12)(state) > uniqCombinedMergeIf(12)(state, isStored = 1)`
  return { table, query: `SELECT * FROM (${query}) WHERE (${key}) IN (${lacking})` }
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
