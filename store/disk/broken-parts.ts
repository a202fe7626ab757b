// Parts of the embedded engine whose files are not what they should be. The engine ignores the error of a
// write on a full disk: a merge or an insert then ends with an active part of empty files.
import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { appendRecord } from '../append-file.ts'
import type { Engine } from '../engine/engine.ts'
import { engineCode } from '../engine/errors.ts'

export type BrokenPart = { table: string; name: string }
/** `at`: when it was written, in seconds since 1970. */
export type DetachedPart = BrokenPart & { at: number; isRestored: boolean }

/** The numbers of the first and the last insert whose rows a part has. */
type Inserts = { partition: string; first: number; last: number }

/** The engine's prefix of a part that it cannot open. */
const BROKEN = 'broken-on-start_'

/** A query that runs meanwhile keeps the table open as well. */
const RELEASE_MILLISECONDS = 50

/** ClickHouse's code for a part that has been merged meanwhile. */
const NO_SUCH_PART = 232

/** Reads the parts that were written since `since`, all columns, and compares their checksums. */
export async function findBrokenParts(engine: Engine, since: Date): Promise<BrokenPart[]> {
  const parts = await engine.query<BrokenPart>(
    `SELECT table, name FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND modification_time >= {since:UInt32}`,
    { since: Math.floor(since.getTime() / 1000) },
  )
  const broken: BrokenPart[] = []
  for (const part of parts) if (!(await isIntact(engine, part))) broken.push(part)
  return broken
}

export async function isIntact(engine: Engine, { table, name }: BrokenPart): Promise<boolean> {
  try {
    const rows = await engine.query<{ is_passed: number }>(
      `CHECK TABLE ${table} PART '${name}' SETTINGS check_query_single_value_result = 0`,
    )
    return rows.every((row) => Boolean(row.is_passed))
  } catch (error) {
    return engineCode(error) === NO_SUCH_PART
  }
}

/**
 * Opens the table again. The engine then detaches parts that it cannot open, and opens those that they were
 * merged from, which stay on the disk for `old_parts_lifetime`. It needs no room on the disk.
 */
export async function reopenTable(
  engine: Engine,
  table: string,
  whileClosed: () => void = () => {},
): Promise<void> {
  await closeTable(engine, table)
  try {
    whileClosed()
  } finally {
    await engine.command(`ATTACH TABLE ${table}`)
  }
}

/** Waits until no query uses the table. */
async function closeTable(engine: Engine, table: string): Promise<void> {
  let isClosed = false
  const closing = engine.command(`DETACH TABLE ${table} SYNC`).finally(() => (isClosed = true))
  do {
    await engine.releaseTables()
    await Promise.race([closing, pause(RELEASE_MILLISECONDS)])
  } while (!isClosed)
  await closing
}

/**
 * Parts that the engine could not open. `isRestored`: its rows are in active parts, those that it was merged
 * from or one that it was merged into.
 */
export async function listDetachedParts(engine: Engine): Promise<DetachedPart[]> {
  const numbers = 'partition_id AS partition, min_block_number AS first, max_block_number AS last'
  const detached = await engine.query<DetachedPart & Inserts>(
    `SELECT table, substring(detached_parts.name, length({prefix:String}) + 1) AS name, ${numbers},
       toUInt32(modification_time) AS at
     FROM system.detached_parts
     WHERE database = currentDatabase() AND startsWith(detached_parts.name, {prefix:String})`,
    { prefix: BROKEN },
  )
  if (detached.length === 0) return []
  const active = await engine.query<BrokenPart & Inserts>(
    `SELECT table, name, ${numbers} FROM system.parts WHERE database = currentDatabase() AND active`,
  )
  return detached.map((part) => {
    const isActive = (insert: number): boolean =>
      active.some(
        ({ table, partition, first, last }) =>
          table === part.table && partition === part.partition && first <= insert && insert <= last,
      )
    const { table, name, at, first, last } = part
    return { table, name, at, isRestored: isActive(first) && isActive(last) }
  })
}

export async function dropDetachedPart(engine: Engine, { table, name }: BrokenPart): Promise<void> {
  await engine.command(
    `ALTER TABLE ${table} DROP DETACHED PART '${BROKEN}${name}' SETTINGS allow_drop_detached = 1`,
  )
}

/**
 * Makes the engine forget that it has stored the rows of these parts of one table, so that an insert with the
 * same token stores them. `ALTER TABLE … DROP PART` would do the same for a part that is still active.
 */
export async function forgetInserts(engine: Engine, table: string, names: string[]): Promise<void> {
  const [row] = await engine.query<{ path: string }>(
    `SELECT data_paths[1] AS path FROM system.tables
     WHERE database = currentDatabase() AND name = {table:String}`,
    { table },
  )
  const folder = join(row?.path ?? '', 'deduplication_logs')
  if (!row || !existsSync(folder)) return
  await reopenTable(engine, table, () => appendDrops(folder, new Set(names)))
}

/** The engine's own record of a part that was dropped: operation 2, name, hash of rows and token. */
function appendDrops(folder: string, names: Set<string>): void {
  const files = readdirSync(folder).toSorted((a, b) => numberOf(a) - numberOf(b))
  const newest = files.at(-1)
  if (newest === undefined) return
  // A full disk may have left a part of a line, which the engine cannot read past.
  const bytes = readFileSync(join(folder, newest))
  truncateSync(join(folder, newest), bytes.lastIndexOf('\n') + 1)
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const adds = lines
    .map((line) => line.split('\t'))
    .filter(([kind, name]) => kind === '1' && names.has(name!))
  appendRecord(join(folder, newest), adds.map(([, name, hash]) => `2\t${name}\t${hash}\n`).join(''))
}

function numberOf(file: string): number {
  return Number(/\d+/.exec(file)?.[0] ?? 0)
}
