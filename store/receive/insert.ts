// One intent into the engine: a table's rows as one block under the intent's token.
import type { Engine } from '../engine/engine.ts'
import { LOG_COLUMNS } from '../rows/logs.ts'
import { TRACE_COLUMNS } from '../rows/traces.ts'
import type { FormerIntent, FormerPart } from './formerIntent.ts'
import { partsOf, TABLES, type Intent, type Intents, type Part, type Table } from './intent.ts'

const COLUMNS: Record<Table, string[]> = { otel_traces: TRACE_COLUMNS, otel_logs: LOG_COLUMNS }

/**
 * The engine's codes for rows that it cannot read: they will not get better by trying again.
 * 6, 25–27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467: values that do not parse or do not fit.
 */
const UNREADABLE = new Set([6, 25, 26, 27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467])

/** Inserts all, and returns the parts whose rows the engine can never take. Throws when the engine is at fault, once nothing of it runs any more. */
export async function insertIntent(engine: Engine, intents: Intents, intent: Intent): Promise<Part[]> {
  const outcomes = await Promise.allSettled(
    TABLES.map((table) => insertTable(engine, intents, intent, table)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}

async function insertTable(engine: Engine, intents: Intents, intent: Intent, table: Table): Promise<Part[]> {
  const parts = partsOf(intent, table)
  if (parts.length === 0) return []
  try {
    await engine.insertFile(table, COLUMNS[table], intents.file(table), intent.token)
    return []
  } catch (error) {
    if (!isUnreadable(error)) throw error
    if (parts.length === 1) return parts
  }
  // One request spoils the block for its neighbours: each alone, under a token of its own that a repetition meets again.
  const refused: Part[] = []
  for (const [at, part] of parts.entries()) {
    const taken = await isTaken(
      engine.insertFile(table, COLUMNS[table], intents.alone(intent, part), `${intent.token}-${at}`),
    )
    if (!taken) refused.push(part)
  }
  return refused
}

async function isTaken(insert: Promise<void>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return false
  }
}

/** Exactly as that store inserted it: only the same blocks under the same tokens are known again. Gives the parts that the engine can never take. */
export async function insertFormer(engine: Engine, { token, parts }: FormerIntent): Promise<FormerPart[]> {
  const refused: FormerPart[] = []
  for (const table of TABLES) {
    const mine = parts.filter((part) => part.table === table && part.lines.length > 0)
    if (mine.length === 0 || (await isTaken(insertLines(engine, table, mine, token)))) continue
    for (const [at, part] of mine.entries())
      if (mine.length === 1 || !(await isTaken(insertLines(engine, table, [part], `${token}-${at}`))))
        refused.push(part)
  }
  return refused
}

function insertLines(engine: Engine, table: Table, parts: FormerPart[], token: string): Promise<void> {
  return engine.insert(table, parts.map((part) => part.lines.join('\n')).join('\n'), token)
}

/** Trying again would not help: it is the rows that are at fault. */
function isUnreadable(error: unknown): boolean {
  return UNREADABLE.has(engineCode(error))
}

/** ClickHouse's number of an error, however the engine wraps it. 0: it has none. */
export function engineCode(error: unknown): number {
  const { clickhouseCode, code } = error as { clickhouseCode?: unknown; code?: unknown }
  return Number(clickhouseCode ?? code) || 0
}
