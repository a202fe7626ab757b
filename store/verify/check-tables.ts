// What a start compares: tables and views with their definitions, and files that a crash put aside.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import type { Definition } from '../tables/definitions.ts'
import { addMissingRows, createMissing } from './repair-tables.ts'

type CheckOptions = { engine: Engine; folder: string; definitions: Definition[]; log: Logger }

/** Repairs what it can and logs it. Returns a sentence for each thing that a person must look at. */
export async function checkTables({ engine, folder, definitions, log }: CheckOptions): Promise<string[]> {
  const problems: string[] = []
  const aside = join(folder, 'intent.broken')
  if (existsSync(aside)) problems.push(`What a crash left could not be read and was put aside in ${aside}.`)
  if (engine.kind === 'embedded') {
    const created = await createMissing(engine, definitions)
    const added = created.length > 0 ? await addMissingRows(engine, definitions) : []
    for (const sentence of [...created, ...added]) log.warn(sentence)
    problems.push(...created.filter((sentence) => SOURCES.test(sentence)))
  }
  for (const sentence of problems) log.error(sentence)
  return problems
}

/** Nothing else has their rows. */
const SOURCES = /^The table (?:otel_traces|otel_logs|issue_\w+) /
