// A start compares tables and views with their definitions, and rows with the counts of the last run.
import type { Logger } from 'pino'
import type { RowCounts } from '../disk/row-counts.ts'
import type { Engine } from '../engine/engine.ts'
import type { Schema, SchemaValues } from '../tables/schema.ts'
import { addMissingRows, createMissing } from './repair-tables.ts'

type CheckOptions = {
  engine: Engine
  schema: Schema
  values: SchemaValues
  rowCounts: RowCounts
  log: Logger
}

/** Repairs tables and logs it. Returns a message for each problem that it cannot repair. */
export async function checkTables(options: CheckOptions): Promise<string[]> {
  const { engine, schema, values, rowCounts, log } = options
  const problems: string[] = []
  if (engine.kind === 'embedded') {
    const created = await createMissing(engine, schema, values)
    const added = created.length > 0 ? await addMissingRows(engine, schema, values) : []
    for (const message of [...created, ...added]) log.warn(message)
    problems.push(...created.filter((message) => SOURCES.test(message)))
    for (const { table, rows } of await rowCounts.shortages())
      problems.push(`Rows of the table ${table} are missing, at least ${rows}: run npm run verify.`)
  }
  for (const message of problems) log.error(message)
  return problems
}

/** Nothing else has their rows. */
const SOURCES = /^The table (?:otel_traces|otel_logs|issue_\w+|source_map\w+) /
