// A store as an older version left it: its schema's number, and nothing of what came later.
import { readConfig } from '../config.ts'
import { openEngine } from '../engine/engine.ts'

/** `statements` take away what came after that version. The store of the folder must not run. */
export async function makeOlder(folder: string, version: number, statements: string[]): Promise<void> {
  const engine = await openEngine(readConfig({ DATA_DIR: folder }))
  for (const statement of statements) await engine.run(statement)
  await engine.run(`ALTER TABLE schema_version DELETE WHERE Version > ${version} SETTINGS mutations_sync = 2`)
  await engine.close()
}

export function dropped(tables: readonly string[]): string[] {
  return tables.map((table) => `DROP TABLE ${table} SYNC`)
}
