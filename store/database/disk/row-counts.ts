// How many rows each day of each table has, written to a file every minute: a start notices missing rows.
// The engine itself opens a table without its deleted parts, and reports nothing.
import { DAY_MS } from '../instants.ts'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { SCHEMA, type Schema } from '../tables/schema.ts'

const WRITE_MILLISECONDS = 60_000

/** Their rows go only with their day, or never. Merges join rows of the other tables: some must remain. */
const APPEND_ONLY = new Set(['otel_traces', 'otel_logs', 'exceptions', 'issue_changes', 'issue_merges'])

/** Their rows are needed for a while only. */
const TEMPORARY = new Set(['forget_values', 'forgotten_ids', 'snapshots', 'snapshot_contents'])

/** The TTL of the tables without RETENTION_DAYS. */
const STATISTICS_DAYS = 90

/** By table and day ("otel_logs 2026-11-22"); tables without days have "tuple()". */
type Counts = Record<string, number>

export type Shortage = { table: string; rows: number }

export type RowCounts = {
  /** The rows of the file that the tables lack, the tables in alphabetical order. */
  shortages(): Promise<Shortage[]>
  /** Nothing may be inserted at the same time. Rows that the tables lack stay in the file. */
  write(): Promise<void>
  /** The rows of that day were deleted on purpose. */
  dropDay(day: string): void
  /** Rows of these tables are being deleted on purpose: they are not counted until `resume`. */
  suspend(tables: readonly string[]): void
  resume(): void
}

type RowCountsOptions = { engine: Engine; folder: string; retentionDays: number; schema?: Schema }

/** `folder`: of the store. */
export function openRowCounts({
  engine,
  folder,
  retentionDays,
  schema: { tables } = SCHEMA,
}: RowCountsOptions): RowCounts {
  const file = fileIn(folder)
  const ageColumns = new Map(tables.map(({ name, ageColumn }) => [name, ageColumn]))
  const written = readCounts(file, (table) => ageColumns.has(table))
  const suspended = new Set<string>()
  return {
    async shortages() {
      removeExpired()
      const present = await countRows(engine)
      const missing: Counts = {}
      for (const [key, rows] of Object.entries(written)) {
        const table = tableOf(key)
        const lack = rows - (present[key] ?? 0)
        if (lack > 0) missing[table] = (missing[table] ?? 0) + lack
      }
      return Object.entries(missing)
        .map(([table, rows]) => ({ table, rows }))
        .toSorted((a, b) => (a.table < b.table ? -1 : 1))
    },
    async write() {
      removeExpired()
      for (const [key, rows] of Object.entries(await countRows(engine)))
        if (!suspended.has(tableOf(key))) written[key] = Math.max(rows, written[key] ?? 0)
      writeFile()
    },
    dropDay(day) {
      for (const key of Object.keys(written)) if (key.endsWith(` ${day}`)) delete written[key]
    },
    suspend(names) {
      for (const name of names) suspended.add(name)
      for (const key of Object.keys(written)) if (suspended.has(tableOf(key))) delete written[key]
      writeFile()
    },
    resume: () => suspended.clear(),
  }

  function writeFile(): void {
    writeFileSync(`${file}.tmp`, JSON.stringify(written))
    renameSync(`${file}.tmp`, file)
  }

  /** The first rows of a day expire as it begins to be too old. */
  function removeExpired(): void {
    for (const key of Object.keys(written)) {
      const [table = '', day = ''] = key.split(' ')
      const days = ageColumns.get(table) ? retentionDays : STATISTICS_DAYS
      const end = Date.parse(day) + days * DAY_MS
      if (end <= Date.now()) delete written[key]
    }
  }
}

/** Writes the counts every minute while nothing is inserted, until it is stopped, and then once more. */
export function writeRegularly(
  counts: RowCounts,
  exclusive: (work: () => Promise<void>) => Promise<void>,
): () => Promise<void> {
  // The disk is full or the store is closing: the file has fewer rows than the tables.
  const write = (): Promise<void> => exclusive(() => counts.write()).catch(() => {})
  const timer = setInterval(() => void write(), WRITE_MILLISECONDS)
  return async () => {
    clearInterval(timer)
    await write()
  }
}

function tableOf(key: string): string {
  return key.split(' ', 1)[0]!
}

/** The loss was reported: the next start does not report it again. */
export function forgetRowCounts(folder: string): void {
  rmSync(fileIn(folder), { force: true })
}

function fileIn(folder: string): string {
  return join(folder, 'row-counts.json')
}

/** Empty if the file does not exist, or a crash has truncated it. */
function readCounts(file: string, isTable: (name: string) => boolean): Counts {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Counts)
    return Object.fromEntries(
      entries.filter(([key, rows]) => Number.isInteger(rows) && isTable(tableOf(key))),
    )
  } catch {
    return {}
  }
}

async function countRows(engine: Engine): Promise<Counts> {
  const parts = await engine.query<{ table: string; day: string; total: number }>(
    `SELECT table, partition AS day, sum(rows) AS total FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 GROUP BY table, day`,
  )
  return Object.fromEntries(
    parts
      .filter(({ table }) => !TEMPORARY.has(table))
      .map(({ table, day, total }) => [`${table} ${day}`, APPEND_ONLY.has(table) ? total : 1]),
  )
}
