// The block of one segment into the engine: the rows of each table under the token of the segment.
import type { Engine } from '../../database/engine/engine.ts'
import { isUnreadable } from '../../database/engine/errors.ts'
import { partsOf, SOURCE_TABLES, type Part, type Segment, type SourceTable } from './segment.ts'

/** Returns the parts that the engine can never read. Throws when it fails, after all inserts have ended. */
export async function insertBlock(engine: Engine, segment: Segment): Promise<Part[]> {
  const outcomes = await Promise.allSettled(SOURCE_TABLES.map((table) => insertTable(table, engine, segment)))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}

async function insertTable(table: SourceTable, engine: Engine, segment: Segment): Promise<Part[]> {
  const { token } = segment
  const parts = partsOf(segment.parts, table)
  const columns = segment.columns[table]
  if (parts.length === 0) return []
  if (await isReadable(engine.insertFile({ table, columns, file: segment.file(table), token }))) return []
  if (parts.length === 1) return parts
  // One request spoils the block: each is inserted alone, under a token that is the same in a repetition.
  const unreadable: Part[] = []
  for (const [index, part] of parts.entries()) {
    const file = segment.writePart(part)
    const insert = engine.insertFile({ table, columns, file, token: `${token}-${index}` })
    if (!(await isReadable(insert))) unreadable.push(part)
  }
  return unreadable
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
