// The spool's thread: one SQLite file, and one command after the other.
import { rmSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Signal } from '../../otlp/otlp-json.ts'
import { type Row, isWhole, sumOf } from './row.ts'
import { isDamage, openSpoolFile, salvage } from './spool-file.ts'
import type { Held } from './spool.ts'

export type Command =
  | { kind: 'append'; envelopes: { signal: Signal; bytes: Uint8Array }[] }
  | { kind: 'take'; count: number }
  | { kind: 'drop'; ids: number[] }
  | { kind: 'close' }
export type Answer = { held: Held[]; size: { bytes: number; envelopes: number } }

/** What one `take` may bring into memory. */
const TAKE_BYTES = 4 * 1024 * 1024
/** An empty file larger than this is given back to the disk. */
const SHRINK_BYTES = 1024 * 1024

const { file, limit } = workerData as { file: string; limit: number }
const port = parentPort!
const spoolFile = { file, limit, notice }
let database = openSpoolFile(spoolFile)
let size = measure()
port.on('message', ({ id, command }: { id: number; command: Command }) => {
  try {
    const held = runSafely(command)
    port.postMessage({ id, answer: { held, size } satisfies Answer })
  } catch (error) {
    rollBack()
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

/** A disk may go bad while we run. */
function runSafely(command: Command): Held[] {
  try {
    if (!database.isOpen) database = openSpoolFile(spoolFile)
    return run(command)
  } catch (error) {
    if (!isDamage(error)) throw error
    if (database.isOpen) database.close()
    database = salvage(spoolFile)
    size = measure()
    return run(command)
  }
}

function run(command: Command): Held[] {
  if (command.kind === 'take') return take(command.count)
  if (command.kind === 'append') append(command.envelopes)
  else if (command.kind === 'drop') drop(command.ids)
  else close()
  return []
}

function append(envelopes: { signal: Signal; bytes: Uint8Array }[]): void {
  const insert = database.prepare('INSERT INTO envelope (at, signal, bytes, sum) VALUES (?, ?, ?, ?)')
  database.exec('BEGIN IMMEDIATE')
  let bytes = 0
  for (const envelope of envelopes) {
    insert.run(Date.now(), envelope.signal, envelope.bytes, sumOf(envelope.signal, envelope.bytes))
    bytes += envelope.bytes.length
  }
  database.exec('COMMIT')
  size = { bytes: size.bytes + bytes, envelopes: size.envelopes + envelopes.length }
}

function take(count: number): Held[] {
  const held: Held[] = []
  const damaged: number[] = []
  let bytes = 0
  for (const found of database
    .prepare('SELECT id, at, signal, bytes, sum FROM envelope ORDER BY id')
    .iterate()) {
    const row = found as Row
    if (isWhole(row)) {
      held.push({ id: row.id, signal: row.signal, bytes: row.bytes })
      bytes += row.bytes.length
    } else damaged.push(row.id)
    if (held.length === count || bytes >= TAKE_BYTES) break
  }
  if (damaged.length > 0) {
    drop(damaged)
    notice(`the spool was damaged: ${damaged.length} envelopes in it are lost`)
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

function rollBack(): void {
  if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
}

function close(): void {
  const empty = size.envelopes === 0
  database.close()
  if (empty) for (const name of [file, `${file}-journal`]) rmSync(name, { force: true })
}

function measure(): { bytes: number; envelopes: number } {
  return database
    .prepare('SELECT count(*) AS envelopes, coalesce(sum(length(bytes)), 0) AS bytes FROM envelope')
    .get() as typeof size
}

function notice(text: string): void {
  port.postMessage({ id: 0, notice: text })
}
