// The context of a request by somebody who may view some services only. Every query reads the tables through
// the same condition, which the engine applies to each table with a service: a query cannot forget it. What
// memory would answer is answered with SQL.
import { patternExpression } from '../contract/service-patterns.ts'
import type { Engine } from './database/engine/engine.ts'
import { FingerprintTable } from './occurrences/fingerprint-table.ts'
import type { LiveOccurrences } from './occurrences/live-occurrences.ts'
import { createSqlOccurrences } from './occurrences/sql.ts'
import { uncachedIssues, type ChangeContext } from './features/issues/index.ts'
import type { SourceMaps } from './ingest/source-maps/source-maps.ts'
import { HttpError } from '../server/http-error.ts'
import { scopesOf, serviceTest, type Actor } from './http/actor.ts'

/** What a row of each table is about. `installation`: about all services, so its paths refuse such people. */
export const ROWS: Record<string, 'service' | 'trace' | 'services' | 'issue' | 'installation' | 'no one'> = {
  alert_attempts: 'installation',
  alert_changes: 'installation',
  alert_messages: 'installation',
  audit: 'installation',
  exceptions: 'service',
  feedback: 'service',
  // Values and hashes, of which no path answers any.
  forget_values: 'no one',
  forgotten_ids: 'no one',
  issue_changes: 'issue',
  issue_merges: 'issue',
  issue_notes: 'issue',
  issue_owners: 'service',
  issues: 'service',
  operations: 'service',
  operations_days: 'service',
  otel_logs: 'service',
  otel_traces: 'service',
  // Ids and times of traces, whose spans are read after that.
  otel_traces_trace_id_ts: 'no one',
  release_commits: 'service',
  releases: 'service',
  sampled_spans: 'service',
  schema_version: 'no one',
  sessions: 'service',
  settings: 'no one',
  // Contents, by a hash that only a row of snapshots has.
  snapshot_contents: 'no one',
  snapshots: 'service',
  source_map_files: 'service',
  // Contents, by a hash that only a row of source_map_files has.
  source_maps: 'no one',
  stack_files: 'service',
  // A row is of all services that took part, so whoever sees it may view each of them.
  trace_summaries: 'services',
  trace_users: 'trace',
  web_vitals: 'service',
}

type LimitedParts = { sourceMaps: SourceMaps; counters: { lastStored: Date | null } }

export function limitContext<Context extends ChangeContext & LimitedParts>(
  context: Context,
  actor: Actor,
): Context {
  const canView = serviceTest(actor)
  if (canView === null) return context
  const engine = withTableFilters(context.engine, tableFilters(scopesOf(actor)))
  const { issueCache, live } = context
  return {
    ...context,
    engine,
    tables: engine,
    pending: { find: () => null },
    occurrences: createSqlOccurrences(engine),
    issueCache: {
      ...uncachedIssues({ engine, tables: engine, fingerprints: new FingerprintTable() }),
      invalidateChanges: (ids) => issueCache.invalidateChanges(ids),
      invalidateNotes: (ids) => issueCache.invalidateNotes(ids),
    },
    live: limitLive(live, canView),
    // When something was stored of any service: the newest row of theirs is read.
    counters: { ...context.counters, lastStored: null },
    sourceMaps: limitMaps(context.sourceMaps, canView),
  }
}

function tableFilters(scopes: string[][]): string {
  const matches = (name: string): string =>
    scopes.map((patterns) => `match(${name}, ${quote(patternExpression(patterns))})`).join(' AND ')
  const ofServices = `arrayAll(service -> ${matches('service')}, Services)`
  const conditions = {
    service: matches('ServiceName'),
    services: ofServices,
    trace: `TraceId IN (SELECT TraceId FROM trace_summaries WHERE ${ofServices})`,
    issue: `IssueId IN (SELECT IssueId FROM issues WHERE ${matches('ServiceName')})`,
    installation: '0',
    'no one': '',
  }
  const entries = Object.entries(ROWS).flatMap(([table, rows]) =>
    conditions[rows] === '' ? [] : [`${quote(table)}: ${quote(conditions[rows])}`],
  )
  return `{${entries.join(', ')}}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** `filters`: a condition for each table, as a map of SQL. */
function withTableFilters(engine: Engine, filters: string): Engine {
  const limited = (sql: string): string => `${sql}\nSETTINGS additional_table_filters = ${filters}`
  return {
    ...engine,
    query: (sql, parameters, signal) => engine.query(limited(sql), parameters, signal),
    queryBytes: (format, sql, parameters, signal) =>
      engine.queryBytes(format, limited(sql), parameters, signal),
  }
}

function limitMaps(maps: SourceMaps, canView: (service: string) => boolean): SourceMaps {
  const isTheirs = ({ service }: { service: string }): boolean => canView(service)
  return {
    ...maps,
    index() {
      const index = maps.index()
      return { ...index, files: () => index.files().filter(isTheirs) }
    },
    async list(service) {
      const { maps: stored, missing, failing } = await maps.list(service)
      return {
        maps: stored.filter(isTheirs),
        missing: missing.filter(isTheirs),
        failing: failing.filter(isTheirs),
      }
    },
    put(upload) {
      if (upload.services.every(canView)) return maps.put(upload)
      throw new HttpError(403, 'You may not upload source maps of this service.')
    },
  }
}

/** Events of their services; of a change, that there was one. */
function limitLive(live: LiveOccurrences, canView: (service: string) => boolean): LiveOccurrences {
  return {
    ...live,
    subscribe: (subscriber) =>
      live.subscribe({
        ...subscriber,
        send: (occurrence) => {
          if (canView(occurrence.service)) subscriber.send(occurrence)
        },
        sendIssue: () => subscriber.sendIssue(null),
      }),
  }
}
