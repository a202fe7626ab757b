// One intent into the engine: the rows of each table as one block under the token of the intent.
import type { Engine } from '../../database/engine/engine.ts'
import { isUnreadable } from '../../database/engine/errors.ts'
import { LOG_COLUMNS } from '../rows/logs.ts'
import { TRACE_COLUMNS } from '../rows/traces.ts'
import { partsOf, SOURCE_TABLES, type Intent, type Intents, type Part, type SourceTable } from './intent.ts'

const COLUMNS: Record<SourceTable, string[]> = { otel_traces: TRACE_COLUMNS, otel_logs: LOG_COLUMNS }

type InsertOptions = { engine: Engine; intents: Intents; intent: Intent }

/** Returns the parts that the engine can never read. Throws when it fails, after all inserts have ended. */
export async function insertIntent(options: InsertOptions): Promise<Part[]> {
  const outcomes = await Promise.allSettled(SOURCE_TABLES.map((table) => insertTable(table, options)))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}

async function insertTable(table: SourceTable, { engine, intents, intent }: InsertOptions): Promise<Part[]> {
  const parts = partsOf(intent, table)
  const columns = COLUMNS[table]
  if (parts.length === 0) return []
  if (await isReadable(engine.insertFile({ table, columns, file: intents.file(table), token: intent.token })))
    return []
  if (parts.length === 1) return parts
  // One request spoils the block: each is inserted alone, under a token that is the same in a repetition.
  const refused: Part[] = []
  for (const [index, part] of parts.entries()) {
    const file = intents.writePart(intent, part)
    const insert = engine.insertFile({ table, columns, file, token: `${intent.token}-${index}` })
    if (!(await isReadable(insert))) refused.push(part)
  }
  return refused
}

async function isReadable(insert: Promise<void>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return false
  }
}
