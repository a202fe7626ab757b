// One intent into the engine: a table's rows as one block under the intent's token.
import type { Engine } from '../engine/engine.ts'
import type { Intent, Part, Table } from './intent.ts'

const TABLES: Table[] = ['otel_traces', 'otel_logs']

/**
 * The engine's codes for rows that it cannot read: they will not get better by trying again.
 * 6, 25–27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467: values that do not parse or do not fit.
 */
const UNREADABLE = new Set([6, 25, 26, 27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467])

/** Inserts all, and returns the parts whose rows the engine can never take. Throws when the engine is at fault. */
export async function insertIntent(engine: Engine, intent: Intent): Promise<Part[]> {
  const refused: Part[] = []
  for (const table of TABLES) {
    const parts = intent.parts.filter((part) => part.table === table && part.lines.length > 0)
    if (parts.length > 0) refused.push(...(await insertParts(engine, table, intent.token, parts)))
  }
  return refused
}

async function insertParts(engine: Engine, table: Table, token: string, parts: Part[]): Promise<Part[]> {
  try {
    await engine.insert(table, parts.map((part) => part.lines.join('\n')).join('\n'), token)
    return []
  } catch (error) {
    if (!UNREADABLE.has(engineCode(error))) throw error
    if (parts.length === 1) return parts
  }
  // One request spoils the block for its neighbours: each alone, under a token of its own that a repetition meets again.
  const refused: Part[] = []
  for (const [at, part] of parts.entries()) refused.push(...(await insertParts(engine, table, `${token}-${at}`, [part])))
  return refused
}

/** ClickHouse's number of an error, however the engine wraps it. 0: it has none. */
export function engineCode(error: unknown): number {
  const { clickhouseCode, code } = error as { clickhouseCode?: unknown; code?: unknown }
  return Number(clickhouseCode ?? code) || 0
}
