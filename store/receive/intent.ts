// What is about to be inserted, on disk beside the engine: after a crash it is inserted again under the same token, which counts it once.
// Its rows lie in a file for each table, and the engine reads them from there: nothing is written, or held in memory, twice.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import { readFormer, type FormerIntent } from './formerIntent.ts'

export const TABLES = ['otel_traces', 'otel_logs'] as const
export type Table = (typeof TABLES)[number]

/** One request: what it will be known by, and how many bytes of its table's file are its rows. */
export type Part = { table: Table; keys: string[]; length: number }
export type Intent = { form?: 'files'; token: string; parts: Part[] }

/** The rows of each part, in RowBinary. */
export type Rows = Map<Part, Buffer[]>

export type Intents = {
  write(intent: Intent, rows: Rows): void
  /** What is left of a crash, also of one before an upgrade. */
  read(): Intent | FormerIntent | null
  remove(): void
  /** The file that holds the rows of a table, one part after the other. */
  file(table: Table): string
  /** A file that holds the rows of one part alone, until the next is asked for. */
  alone(intent: Intent, part: Part): string
}

/** Most buffers that Linux writes at once. */
const BUFFERS_AT_ONCE = 1_024

export function openIntents(folder: string, fsync: boolean): Intents {
  const head = join(folder, 'intent')
  const file = (table: Table): string => `${head}.${table}`
  return {
    write(intent, rows) {
      for (const table of TABLES) {
        const buffers = partsOf(intent, table).flatMap((part) => rows.get(part) ?? [])
        if (buffers.length > 0) writeFile(file(table), buffers, fsync)
      }
      writeFile(`${head}.tmp`, [Buffer.from(JSON.stringify(intent))], fsync)
      // The rename is what makes it an intent: what a crash cut short before was never one, and nothing of it was acknowledged.
      renameSync(`${head}.tmp`, head)
    },
    read() {
      if (!existsSync(head)) return null
      const text = readFileSync(head, 'utf8')
      const intent = parse(text)
      if (intent !== null && TABLES.every((table) => sizeOf(file(table)) >= lengthOf(partsOf(intent, table))))
        return intent
      const former = readFormer(text)
      if (former !== null) return former
      // Only a loss of power can leave such a file. It is kept for a person to look at, and stops nobody.
      renameSync(head, `${head}.broken`)
      return null
    },
    remove: () => rmSync(head, { force: true }),
    file,
    alone(intent, part) {
      const parts = partsOf(intent, part.table)
      const bytes = readRange(file(part.table), lengthOf(parts.slice(0, parts.indexOf(part))), part.length)
      writeFileSync(`${head}.part`, bytes)
      return `${head}.part`
    },
  }
}

export function partsOf(intent: Intent, table: Table): Part[] {
  return intent.parts.filter((part) => part.table === table && part.length > 0)
}

function lengthOf(parts: Part[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}

function writeFile(file: string, buffers: Buffer[], fsync: boolean): void {
  const descriptor = openSync(file, 'w')
  try {
    for (let at = 0; at < buffers.length; at += BUFFERS_AT_ONCE)
      writeWhole(descriptor, buffers.slice(at, at + BUFFERS_AT_ONCE))
    if (fsync) fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A disk that is nearly full may take a part: the next attempt says then what is wrong. */
function writeWhole(descriptor: number, buffers: Buffer[]): void {
  let written = writevSync(descriptor, buffers)
  for (const buffer of buffers) {
    const missing = Math.min(buffer.length, Math.max(0, buffer.length - written))
    if (missing > 0) writeFileSync(descriptor, buffer.subarray(buffer.length - missing))
    written = Math.max(0, written - buffer.length)
  }
}

function readRange(file: string, position: number, length: number): Buffer {
  const descriptor = openSync(file, 'r')
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, position)
  closeSync(descriptor)
  return bytes
}

function parse(text: string): Intent | null {
  try {
    const { token, parts } = JSON.parse(text) as Intent
    const whole = parts.every(
      ({ table, keys, length }) => TABLES.includes(table) && Array.isArray(keys) && length >= 0,
    )
    return typeof token === 'string' && whole ? { token, parts } : null
  } catch {
    return null
  }
}
