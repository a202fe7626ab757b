// Damaged parts of the embedded engine. It ignores the error of a write on a full disk: a merge or an insert
// then ends with an active part of empty files.
import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { appendRecord } from '../files.ts'
import type { Engine } from '../engine/engine.ts'
import { engineCode } from '../engine/errors.ts'
import { hasParts, readTables } from '../tables/system-tables.ts'

export type BrokenPart = { table: string; name: string }
/** `at`: when it was written, in seconds since 1970. */
export type DetachedPart = BrokenPart & { at: number; isRestored: boolean }

/** The numbers of the first and the last insert whose rows a part has. */
type Inserts = { partition: string; first: number; last: number }

/** The engine's prefix of a part that it cannot open. */
const BROKEN = 'broken-on-start_'

/** A running query keeps the table open as well. */
const RELEASE_MILLISECONDS = 50

/** ClickHouse's code for a part that was merged into another one. */
const NO_SUCH_PART = 232

/** Reads the parts that were written since `since`, all columns, and compares their checksums. */
export async function findBrokenParts(engine: Engine, since = new Date(0)): Promise<BrokenPart[]> {
  const parts = await engine.query<BrokenPart>(
    `SELECT table, name FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND modification_time >= {since:UInt32}`,
    { since: Math.floor(since.getTime() / 1000) },
  )
  const broken: BrokenPart[] = []
  for (const part of parts) if (!(await isIntact(engine, part))) broken.push(part)
  return broken
}

async function isIntact(engine: Engine, { table, name }: BrokenPart): Promise<boolean> {
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
 * merged from, which stay on the disk for `old_parts_lifetime`. It needs no space on the disk.
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
 * Makes the engine forget inserts whose parts do not exist, so that an insert with the same token stores its
 * rows. It remembers an insert before it renames the part to its name, and a crash may come between the two;
 * a full disk leaves a part that cannot be opened. Forgetting a part that expired changes nothing.
 */
export async function forgetLostInserts(engine: Engine): Promise<void> {
  for (const { name, path } of (await readTables(engine)).filter(hasParts))
    if (lostInserts(path).length > 0) await reopenTable(engine, name, () => appendDrops(path))
}

/** Of the engine's record of inserts. Operation 1: inserted; 2: dropped. `hash`: of the token. */
function readInserts(path: string): { operation: string; name: string; hash: string }[] {
  const lines = recordFiles(path).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return lines.flatMap((line) => {
    const [operation = '', name = '', hash = ''] = line.split('\t')
    return hash === '' ? [] : [{ operation, name, hash }]
  })
}

function lostInserts(path: string): { name: string; hash: string }[] {
  const inserts = readInserts(path)
  const dropped = new Set(inserts.flatMap(({ operation, name }) => (operation === '2' ? [name] : [])))
  const parts = inserts.length === 0 ? [] : readdirSync(path).flatMap((name) => rangeOf(name) ?? [])
  return inserts.filter(({ operation, name }) => {
    const insert = rangeOf(name)
    const isStored = parts.some(
      (part) =>
        part.partition === insert?.partition && part.first <= insert.first && insert.last <= part.last,
    )
    return operation === '1' && !dropped.has(name) && !isStored
  })
}

/** Null: it is not the name of a part. */
function rangeOf(name: string): Inserts | null {
  const match = /^(?!tmp|delete_tmp)(.+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name)
  return match && { partition: match[1]!, first: Number(match[2]), last: Number(match[3]) }
}

/** `path`: of a table that is closed. */
function appendDrops(path: string): void {
  const newest = recordFiles(path).at(-1)
  if (newest === undefined) return
  // A full disk may have left a part of a line, which the engine cannot read past.
  truncateSync(newest, readFileSync(newest).lastIndexOf('\n') + 1)
  appendRecord(
    newest,
    lostInserts(path)
      .map(({ name, hash }) => `2\t${name}\t${hash}\n`)
      .join(''),
  )
}

/** The oldest first. */
function recordFiles(path: string): string[] {
  const folder = join(path, 'deduplication_logs')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).toSorted((a, b) => numberOf(a) - numberOf(b))
  return names.map((name) => join(folder, name))
}

function numberOf(file: string): number {
  return Number(/\d+/.exec(file)?.[0] ?? 0)
}
