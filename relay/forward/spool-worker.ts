// The spool's thread: one SQLite file. TRUNCATE and FULL: a commit is on the disk when it returns, and a full disk heals by itself
// (a write-ahead log does not: it needs room to shrink). `max_page_count` makes the bound the engine's business.
import { renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Signal } from '../../otlp/shapes.ts'
import type { Held } from './spool.ts'

export type Command =
  | { kind: 'append'; envelopes: { signal: Signal; bytes: Uint8Array }[] }
  | { kind: 'take'; count: number }
  | { kind: 'drop'; ids: number[] }
  | { kind: 'close' }
export type Answer = { held: Held[]; size: { bytes: number; envelopes: number } }

const PAGE_BYTES = 4096
/** What one `take` may bring into memory. */
const TAKE_BYTES = 4 * 1024 * 1024
/** An empty file larger than this is given back to the disk. */
const SHRINK_BYTES = 1024 * 1024

const { file, limit } = workerData as { file: string; limit: number }
const port = parentPort!
let database = open()
let size = measure()
port.on('message', ({ id, command }: { id: number; command: Command }) => {
  try {
    const held = run(command)
    port.postMessage({ id, answer: { held, size } satisfies Answer })
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

function run(command: Command): Held[] {
  if (command.kind === 'take') return take(command.count)
  if (command.kind === 'append') append(command.envelopes)
  else if (command.kind === 'drop') drop(command.ids)
  else close()
  return []
}

function append(envelopes: { signal: Signal; bytes: Uint8Array }[]): void {
  const insert = database.prepare('INSERT INTO envelope (at, signal, bytes) VALUES (?, ?, ?)')
  database.exec('BEGIN IMMEDIATE')
  let bytes = 0
  for (const envelope of envelopes) {
    insert.run(Date.now(), envelope.signal, envelope.bytes)
    bytes += envelope.bytes.length
  }
  database.exec('COMMIT')
  size = { bytes: size.bytes + bytes, envelopes: size.envelopes + envelopes.length }
}

function take(count: number): Held[] {
  const held: Held[] = []
  let bytes = 0
  for (const row of database.prepare('SELECT id, signal, bytes FROM envelope ORDER BY id LIMIT ?').iterate(count)) {
    const envelope = row as Held
    held.push(envelope)
    bytes += envelope.bytes.length
    if (bytes >= TAKE_BYTES) break
  }
  return held
}

function drop(ids: number[]): void {
  const remove = database.prepare('DELETE FROM envelope WHERE id = ? RETURNING length(bytes) AS bytes')
  const left = { ...size }
  database.exec('BEGIN IMMEDIATE')
  for (const id of ids) {
    const gone = remove.get(id) as { bytes: number } | undefined
    if (gone === undefined) continue
    left.bytes -= gone.bytes
    left.envelopes--
  }
  database.exec('COMMIT')
  size = left
  if (size.envelopes === 0 && statSync(file).size > SHRINK_BYTES) database.exec('VACUUM')
}

function close(): void {
  const empty = size.envelopes === 0
  database.close()
  if (empty) for (const name of [file, `${file}-journal`]) rmSync(name, { force: true })
}

function open(): DatabaseSync {
  try {
    return prepare()
  } catch (error) {
    if (!/malformed|not a database|damaged/.test(String(error))) throw error
    const aside = `${file}.damaged-${Date.now()}`
    renameSync(file, aside)
    rmSync(`${file}-journal`, { force: true })
    port.postMessage({ id: 0, notice: `the spool was damaged: it is put aside as ${aside}, and a new one begun` })
    return prepare()
  }
}

function prepare(): DatabaseSync {
  const opened = new DatabaseSync(file)
  try {
    opened.exec(`PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA max_page_count = ${Math.floor(limit / PAGE_BYTES)};
      CREATE TABLE IF NOT EXISTS envelope (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER, signal TEXT, bytes BLOB)`)
    const { quick_check: verdict } = opened.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    if (verdict !== 'ok') throw new Error(`damaged: ${verdict}`)
    return opened
  } catch (error) {
    opened.close()
    throw error
  }
}

function measure(): { bytes: number; envelopes: number } {
  return database.prepare('SELECT count(*) AS envelopes, coalesce(sum(length(bytes)), 0) AS bytes FROM envelope').get() as typeof size
}
