// Checks an embedded store that does not run, and repairs what can be repaired.
import {
  dropDetachedPart,
  findBrokenParts,
  listDetachedParts,
  reopenTable,
  type BrokenPart,
} from '../disk/broken-parts.ts'
import type { RowCounts } from '../disk/row-counts.ts'
import type { Engine } from '../engine/engine.ts'
import { refuseHalfCopied } from '../copy/copy-marker.ts'
import { requireCurrentVersion } from '../tables/apply-schema.ts'
import type { Schema, SchemaValues } from '../tables/schema.ts'
import { addMissingRows, createMissing } from './repair-tables.ts'

/** Sentences. `repaired`: nothing is missing any more. `lost`: rows that are stored nowhere else. */
export type Report = { repaired: string[]; lost: string[] }

type VerifyOptions = { engine: Engine; schema: Schema; values: SchemaValues; rowCounts: RowCounts }

/** Throws a `StartupError` where the tables are not of this version. */
export async function verify({ engine, schema, values, rowCounts }: VerifyOptions): Promise<Report> {
  await refuseHalfCopied(engine)
  await requireCurrentVersion(engine, schema)
  const derived = new Set(schema.definitions.flatMap(({ view }) => view?.target ?? []))
  const created = await createMissing(engine, schema, values)
  const broken = await replaceBrokenParts(engine)
  const added = await addMissingRows(engine, schema, values)
  const repaired = [...created, ...added]
  const lost: string[] = []
  const incomplete = new Set<string>()
  for (const { table, name } of broken) {
    const message = `The part ${name} of ${table} is damaged and was detached`
    if (derived.has(table)) repaired.push(`${message}: its rows were restored from their source.`)
    else lose(table, `${message}: its rows are lost, unless a backup has them.`)
  }
  for (const part of await listDetachedParts(engine)) {
    const message = `The part ${part.name} of ${part.table} could not be opened`
    if (part.isRestored || derived.has(part.table)) {
      await dropDetachedPart(engine, part)
      repaired.push(`${message}: its rows are in other parts.`)
    } else lose(part.table, `${message}: its rows are lost, unless a backup has them.`)
  }
  for (const { table, rows } of await rowCounts.shortages())
    if (!derived.has(table) && !incomplete.has(table))
      lose(table, `Rows of ${table} are missing, at least ${rows}: they are lost, unless a backup has them.`)
  return { repaired, lost }

  function lose(table: string, message: string): void {
    incomplete.add(table)
    lost.push(message)
  }
}

/** Returns the parts whose sources do not exist any more. */
async function replaceBrokenParts(engine: Engine): Promise<BrokenPart[]> {
  const broken = await findBrokenParts(engine)
  for (const table of new Set(broken.map((part) => part.table))) await reopenTable(engine, table)
  // A part whose files have the right sizes is opened again.
  const remaining = broken.length === 0 ? [] : await findBrokenParts(engine)
  for (const { table, name } of remaining) await engine.command(`ALTER TABLE ${table} DETACH PART '${name}'`)
  return remaining
}
