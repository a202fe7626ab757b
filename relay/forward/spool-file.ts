// The spool's file. TRUNCATE and FULL: a commit is on the disk when it returns, and a full disk heals by itself (a write-ahead log does
// not: it needs room to shrink). `max_page_count` makes the bound the engine's business. What is damaged loses its damaged rows alone.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { PAGE_BYTES, carve } from './carve.ts'

export type SpoolFile = { file: string; limit: number; notice: (text: string) => void }

/** What SQLite says of a file whose pages, header or schema are not what it wrote. */
const DAMAGE =
  /malformed|not a database|damaged|unsupported file format|readonly database|no such (?:table|column)|no column named/
/** The most that SQLite has numbers for. */
const MOST_PAGES = 2 ** 32 - 2
/** Whatever was held before is to fit, also when the limit has been made smaller since. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

export function isDamage(error: unknown): boolean {
  return DAMAGE.test(String(error))
}

export function openSpoolFile(spool: SpoolFile): DatabaseSync {
  try {
    return prepare(spool.file, spool.limit)
  } catch (error) {
    if (!isDamage(error)) throw error
    return salvage(spool)
  }
}

/** Every whole row goes into a new file, which takes the old one's place in one step: killed meanwhile, we begin again. */
export function salvage({ file, limit, notice }: SpoolFile): DatabaseSync {
  const fresh = `${file}.salvage`
  // Only the last one is kept, so that a disk that goes bad is not filled as well.
  const aside = `${file}.damaged`
  for (const name of [fresh, `${fresh}-journal`, aside]) rmSync(name, { force: true })
  const saved = moveRows(file, fresh)
  keepAside(file, aside)
  rmSync(`${file}-journal`, { force: true })
  renameSync(fresh, file)
  const kept = existsSync(aside) ? `; the damaged file is kept as ${aside}` : ''
  notice(`the spool was damaged: ${saved} whole envelopes were found in it and go on${kept}`)
  return prepare(file, limit)
}

function moveRows(file: string, fresh: string): number {
  const target = prepare(fresh, NO_LIMIT)
  try {
    const insert = target.prepare(
      'INSERT OR IGNORE INTO envelope (id, at, signal, bytes, sum) VALUES (?, ?, ?, ?, ?)',
    )
    let saved = 0
    target.exec('BEGIN')
    for (const { id, at, signal, bytes, sum } of carve(file))
      saved += Number(insert.run(id, at, signal, bytes, sum).changes)
    target.exec('COMMIT')
    return saved
  } finally {
    target.close()
  }
}

/** For whoever wants to look into it; a file system without links does without. */
function keepAside(file: string, aside: string): void {
  try {
    linkSync(file, aside)
  } catch {
    // The rows are safe already.
  }
}

function prepare(file: string, limit: number): DatabaseSync {
  const opened = new DatabaseSync(file)
  try {
    opened.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL;
      PRAGMA max_page_count = ${Math.min(MOST_PAGES, Math.floor(limit / PAGE_BYTES))};
      CREATE TABLE IF NOT EXISTS envelope (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER, signal TEXT, bytes BLOB, sum INTEGER)`)
    opened.prepare('SELECT id, at, signal, bytes, sum FROM envelope LIMIT 1').get()
    const { quick_check: verdict } = opened.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    if (verdict !== 'ok') throw new Error(`damaged: ${verdict}`)
    return opened
  } catch (error) {
    opened.close()
    throw error
  }
}
