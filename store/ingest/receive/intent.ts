// The next batch to insert, on disk: after a crash it is inserted again under the same token, which
// counts it once. The engine reads the rows of a table from a file, so they are in memory once.
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
import { sizeOf } from '../../database/files.ts'

/** The tables that the store inserts into; views fill the others. */
export const SOURCE_TABLES = ['otel_traces', 'otel_logs'] as const
export type SourceTable = (typeof SOURCE_TABLES)[number]

/** One request. `keys`: the hashes of its body and of its occurrences; `length`: the bytes of its rows. */
export type Part = { table: SourceTable; keys: string[]; length: number }
export type Intent = { token: string; parts: Part[] }

/** The rows of each part, in RowBinary. */
export type PartBuffers = Map<Part, Buffer[]>

export type Intents = {
  write(intent: Intent, buffers: PartBuffers): void
  /** What a crash left; null: nothing. */
  read(): Intent | null
  remove(): void
  /** A sentence about what a crash left, if nothing can read it. */
  problems(): string[]
  /** When what a crash left was written; null: it left nothing. */
  writtenAt(): Date | null
  /** The file with the rows of a table, one part after the other. */
  file(table: SourceTable): string
  /** Writes the rows of one part to a file, which the next call overwrites. Returns its name. */
  writePart(intent: Intent, part: Part): string
}

/** A UUID, which becomes a part of a statement. */
const TOKEN = /^[\da-f-]{36}$/

/** Linux writes at most this many buffers in one call. */
const MAX_BUFFERS_PER_WRITE = 1_024

export function openIntents(folder: string, fsync: boolean): Intents {
  const head = join(folder, 'intent')
  const file = (table: SourceTable): string => `${head}.${table}`
  return {
    write(intent, rows) {
      for (const table of SOURCE_TABLES) {
        const buffers = partsOf(intent, table).flatMap((part) => rows.get(part) ?? [])
        if (buffers.length > 0) writeFile(file(table), buffers, fsync)
      }
      writeFile(`${head}.tmp`, [Buffer.from(JSON.stringify(intent))], fsync)
      // The rename makes it an intent: nothing of what a crash interrupts earlier was acknowledged.
      renameSync(`${head}.tmp`, head)
    },
    read() {
      if (!existsSync(head)) return null
      const intent = parse(readFileSync(head, 'utf8'))
      const isComplete =
        intent !== null &&
        SOURCE_TABLES.every((table) => sizeOf(file(table)) >= totalLength(partsOf(intent, table)))
      if (isComplete) return intent
      // Only a power failure leaves such a file. It stays for a person to look at; the store starts without
      // it.
      renameSync(head, `${head}.broken`)
      return null
    },
    remove: () => rmSync(head, { force: true }),
    problems: () =>
      existsSync(`${head}.broken`)
        ? [`The remainder of a crash could not be read and was moved to ${head}.broken.`]
        : [],
    writtenAt: () => statSync(head, { throwIfNoEntry: false })?.mtime ?? null,
    file,
    writePart(intent, part) {
      const parts = partsOf(intent, part.table)
      const position = totalLength(parts.slice(0, parts.indexOf(part)))
      writeFileSync(`${head}.part`, readRange(file(part.table), position, part.length))
      return `${head}.part`
    },
  }
}

export function partsOf(intent: Intent, table: SourceTable): Part[] {
  return intent.parts.filter((part) => part.table === table && part.length > 0)
}

function totalLength(parts: Part[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function writeFile(file: string, buffers: Buffer[], fsync: boolean): void {
  const descriptor = openSync(file, 'w')
  try {
    for (let start = 0; start < buffers.length; start += MAX_BUFFERS_PER_WRITE)
      writeAll(descriptor, buffers.slice(start, start + MAX_BUFFERS_PER_WRITE))
    if (fsync) fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A disk that is nearly full may write less than all: the second attempt throws the reason. */
function writeAll(descriptor: number, buffers: Buffer[]): void {
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
    const isValid = parts.every(
      ({ table, keys, length }) => SOURCE_TABLES.includes(table) && Array.isArray(keys) && length >= 0,
    )
    return TOKEN.test(token) && isValid ? { token, parts } : null
  } catch {
    return null
  }
}
