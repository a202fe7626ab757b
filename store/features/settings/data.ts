// What is stored, how long, and how much space it takes; and the last backup.
import type { DataAnswer, DataKind, StoredData } from '../../../contract/settings.ts'
import { readLastBackup } from '../../database/backup/last-backup.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_MS, dateOf } from '../../database/instants.ts'
import { DAILY_TABLES, SCHEMA } from '../../database/tables/schema.ts'
import { readPartitions, type Partition } from '../../database/tables/system-tables.ts'
import { path } from '../../http/path.ts'
import { UNUSED_DAYS } from '../../ingest/source-maps/source-maps.ts'

export type DataContext = {
  engine: Engine
  retentionDays: number
  snapshotDays: number
  backupDays: number
  folder: string
}

/** Of the first table of each the rows are counted, unless they are sums. All other tables are `other`. */
const TABLES: Record<Exclude<DataKind, 'other'>, string[]> = {
  events: ['otel_logs', 'exceptions'],
  traces: ['otel_traces', 'otel_traces_trace_id_ts', 'sampled_spans', 'trace_summaries', 'trace_users'],
  feedback: ['feedback'],
  snapshots: ['snapshots', 'snapshot_contents'],
  measures: ['operations', 'operations_days', 'sessions', 'web_vitals'],
  maps: ['source_map_files', 'source_maps', 'stack_files'],
  commits: ['release_commits', 'issue_owners'],
  issues: ['issues', 'issue_changes', 'issue_merges', 'issue_notes', 'releases'],
  alerts: ['alert_messages', 'alert_attempts', 'alert_changes'],
  audit: ['audit'],
}

const SUMS = new Set<DataKind>(['measures', 'issues', 'other'])

/** Of kinds whose tables have days of their own. */
const VARIABLES: Partial<Record<DataKind, string>> = { snapshots: 'SNAPSHOT_DAYS' }

/** Complete days whose mean is the growth. */
const MEAN_DAYS = 7

export const dataPath = path('GET /api/data', {
  summary: 'What is stored by kind: for how long, how much, and the last backup',
  needsAllServices: true,
  answer: 'DataAnswer',
  async handle(_request, context: DataContext): Promise<DataAnswer> {
    const { engine, backupDays, folder } = context
    const partitions = await readPartitions(engine)
    const listed = new Set(Object.values(TABLES).flat())
    const others = SCHEMA.tables.flatMap(({ name }) => (listed.has(name) ? [] : name))
    const kinds = Object.entries({ ...TABLES, other: others }) as [DataKind, string[]][]
    return {
      kinds: kinds.map(([kind, tables]) => toStoredData(kind, tables, partitions, context)),
      backupDays,
      lastBackup: engine.kind === 'embedded' ? readLastBackup(folder) : null,
    }
  },
})

function toStoredData(
  kind: DataKind,
  tables: string[],
  partitions: Partition[],
  context: DataContext,
): StoredData {
  const own = partitions.filter(({ table }) => tables.includes(table))
  const [main = ''] = tables
  const rows = own.filter(({ table }) => table === main).reduce((sum, part) => sum + part.rows, 0)
  const days = own.flatMap(({ partition }) => (isDay(partition) ? partition : [])).toSorted()
  const growth = tables.map((table) => bytesPerDay(own, table)).filter((bytes) => bytes !== null)
  return {
    kind,
    days: daysOf(kind, main, context),
    variable: VARIABLES[kind] ?? (DAILY_TABLES.includes(main) ? 'RETENTION_DAYS' : null),
    oldest: days[0] ?? null,
    rows: SUMS.has(kind) ? null : rows,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesPerDay: growth.length === 0 ? null : Math.round(growth.reduce((sum, bytes) => sum + bytes, 0)),
  }
}

/** Of a table with a partition for each day or week; null without a complete one. */
function bytesPerDay(partitions: Partition[], table: string): number | null {
  const length = sqlOf(table).includes('PARTITION BY toMonday') ? 7 : 1
  const running = dateOf(Date.now() - (length - 1) * DAY_MS)
  const complete = partitions
    .filter((each) => each.table === table && isDay(each.partition) && each.partition < running)
    .toSorted((a, b) => (a.partition < b.partition ? -1 : 1))
    .slice(-MEAN_DAYS / length)
  if (complete.length === 0) return null
  return complete.reduce((sum, { bytes }) => sum + bytes, 0) / (complete.length * length)
}

/** Null: its rows are not deleted by themselves. */
function daysOf(kind: DataKind, table: string, { retentionDays, snapshotDays }: DataContext): number | null {
  if (kind === 'maps') return UNUSED_DAYS
  return kind === 'snapshots' ? snapshotDays : ttlOf(table, retentionDays)
}

function ttlOf(table: string, retentionDays: number): number | null {
  const days = /\bTTL [^\n]*toIntervalDay\((\d+)\)/.exec(sqlOf(table, retentionDays))?.[1]
  return days === undefined ? null : Number(days)
}

function sqlOf(table: string, retentionDays = 1): string {
  const definition = SCHEMA.definitions.find(({ name, view }) => name === table && view === null)
  return definition?.sql({ replicated: '', retentionDays }) ?? ''
}

function isDay(partition: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(partition)
}
