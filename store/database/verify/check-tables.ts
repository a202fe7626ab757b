// A start compares tables and views with their definitions, and rows with the counts of the last run.
import type { Logger } from 'pino'
import type { RowCounts } from '../disk/row-counts.ts'
import type { Engine } from '../engine/engine.ts'
import { isReplicated } from '../tables/distributed.ts'
import type { Schema, SchemaValues } from '../tables/schema.ts'
import { addMissingRows, createMissing } from './repair-tables.ts'

type CheckOptions = {
  engine: Engine
  schema: Schema
  retentionDays: number
  cluster: string | null
  rowCounts: RowCounts
  log: Logger
}

/** Repairs tables and logs it. Returns a message for each problem that it cannot repair. */
export async function checkTables(options: CheckOptions): Promise<string[]> {
  const { engine, schema, retentionDays, cluster, rowCounts, log } = options
  const problems: string[] = []
  const isEmbedded = engine.kind === 'embedded'
  const replicated = !isEmbedded && (await isReplicated(engine)) ? 'Replicated' : ''
  const values: SchemaValues = { replicated, retentionDays }
  const created = await createMissing(engine, schema, values, cluster)
  for (const message of created) log.warn(message)
  // Other stores may insert into a server at the same time, so that nothing can be compared.
  if (!isEmbedded) problems.push(...created.map((message) => `${message} ${NOT_COUNTED}`))
  else {
    const added = created.length > 0 ? await addMissingRows(engine, schema, values) : []
    for (const message of added) log.warn(message)
    problems.push(...created.filter((message) => SOURCES.test(message)))
    for (const { table, rows } of await rowCounts.shortages())
      problems.push(`Rows of the table ${table} are missing, at least ${rows}: run npm run verify.`)
  }
  for (const message of problems) log.error(message)
  return problems
}

const NOT_COUNTED = 'What arrived without it is not counted.'

/** Nothing else has their rows. */
const SOURCES = /^The table (?:otel_traces|otel_logs|issue_\w+|source_map\w+) /
