// An embedded engine with the store's tables, for tests of SQL below the API.
import { readConfig } from '../config.ts'
import type { Engine } from '../database/engine/engine.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'

export async function openTestEngine(folder: string, retentionDays: number): Promise<Engine> {
  const config = readConfig({ DATA_DIR: folder, RETENTION_DAYS: String(retentionDays) })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  return engine
}
