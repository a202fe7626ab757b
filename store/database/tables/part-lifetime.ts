// How long the embedded engine keeps the parts that it has merged into another one.
import type { Engine } from '../engine/engine.ts'

/**
 * Parts that were merged stay on the disk this long: they replace the result of a merge that met a full
 * disk, which is found within seconds. The embedded engine's default is 0. Each second takes space, a
 * megabyte and more while data arrives.
 */
export const PART_LIFETIME_SECONDS = 30

export async function setPartLifetime(engine: Engine): Promise<void> {
  const tables = await engine.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
       AND NOT create_table_query LIKE {setting:String}`,
    { setting: `%old_parts_lifetime = ${PART_LIFETIME_SECONDS}%` },
  )
  for (const { name } of tables)
    await engine.command(`ALTER TABLE ${name} MODIFY SETTING old_parts_lifetime = ${PART_LIFETIME_SECONDS}`)
}
