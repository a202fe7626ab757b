// A segment of the journal: the rows of one block for the engine, as files that the engine reads.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isObject, parseJson } from '../../../server/json.ts'
import { sizeOf } from '../../database/files.ts'

/** The tables that the store inserts into; views fill the others. */
export const SOURCE_TABLES = ['otel_traces', 'otel_logs'] as const
export type SourceTable = (typeof SOURCE_TABLES)[number]

/**
 * The rows of one request for one table. `keys`: the hashes of its body and of its occurrences; `length`: the
 * bytes of its rows in RowBinary, which follow those of the part before; `rows`: how many.
 */
export type Part = { table: SourceTable; keys: string[]; length: number; rows: number }

/** The rows of each part. */
export type PartBuffers = Map<Part, Buffer[]>

/** The columns of the rows, in their order. */
export type Columns = Record<SourceTable, string[]>

/** A UUID, which becomes a part of a statement. */
const TOKEN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Linux writes at most this many buffers in one call. */
const MAX_BUFFERS_PER_WRITE = 1_024

const sync = promisify(fdatasync)

export type Segment = {
  /** Under it the engine stores the block once, however often it is inserted. */
  token: string
  /** Of the version that wrote it. */
  columns: Columns
  parts: Part[]
  /** Of all rows. */
  bytes: number
  rows: number
  /** When it was begun. */
  writtenAt: Date
  /**
   * All or nothing. Resolves when the parts are on the disk: with `fsync` on the device, else in the memory of
   * the operating system, which a crash of the process leaves.
   */
  append(parts: Part[], buffers: PartBuffers): Promise<void>
  /** Nothing is appended any more. */
  end(): void
  /** The file with the rows of a table, one part after the other. */
  file(table: SourceTable): string
  /** Writes the rows of one part to a file, which the next call overwrites. Returns its name. */
  writePart(part: Part): string
  /** After its rows are in the engine. */
  remove(): void
}

/** `path`: without the suffixes of its files. */
export function createSegment(path: string, columns: Columns, fsync: boolean): Segment {
  const token = randomUUID()
  const head = openSync(`${path}.parts`, 'w')
  const files = new Map<SourceTable, { descriptor: number; length: number }>()
  let headLength = writeSync(head, `${JSON.stringify({ token, columns })}\n`)
  if (fsync) syncFolder(path)
  return segmentOf(path, { token, columns, parts: [], writtenAt: new Date() }, { append, end })

  async function append(segment: Segment, parts: Part[], buffers: PartBuffers): Promise<void> {
    const written: { file: { descriptor: number; length: number }; end: number }[] = []
    for (const table of SOURCE_TABLES) {
      const rows = partsOf(parts, table).flatMap((part) => buffers.get(part) ?? [])
      if (rows.length === 0) continue
      const file = open(table)
      written.push({ file, end: writeAll(file.descriptor, rows, file.length) })
    }
    const lines = Buffer.from(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
    try {
      // What a crash interrupts earlier is not part of the segment, and was not acknowledged.
      if (fsync) await Promise.all(written.map(({ file }) => sync(file.descriptor)))
      writeAll(head, [lines], headLength)
      if (fsync) await sync(head)
    } catch (error) {
      ftruncateSync(head, headLength)
      throw error
    }
    headLength += lines.length
    for (const { file, end } of written) file.length = end
    segment.parts.push(...parts)
    for (const { length, rows } of parts) {
      segment.bytes += length
      segment.rows += rows
    }
  }

  function open(table: SourceTable): { descriptor: number; length: number } {
    const file = files.get(table) ?? { descriptor: openSync(`${path}.${table}`, 'w'), length: 0 }
    files.set(table, file)
    return file
  }

  function end(): void {
    // An append that failed may have left bytes behind the last part.
    for (const { descriptor, length } of files.values()) {
      if (fstatSync(descriptor).size > length) ftruncateSync(descriptor, length)
      closeSync(descriptor)
    }
    closeSync(head)
  }
}

/**
 * The segment of an earlier process. `isDamaged`: something in it cannot be read; it ends before that. Only a
 * power failure or a person leaves such a file.
 */
export function readSegment(path: string): { segment: Segment; isDamaged: boolean } {
  const writtenAt = statSync(`${path}.parts`).mtime
  const [head = '', ...lines] = readFileSync(`${path}.parts`, 'utf8').split('\n')
  const { token, columns } = parseHead(head) ?? { token: '', columns: NO_COLUMNS }
  const lengths = new Map(SOURCE_TABLES.map((table) => [table, 0]))
  const parts: Part[] = []
  const isCut = lines.length === 0 && HEAD_START.startsWith(head.slice(0, HEAD_START.length))
  let isDamaged = token === '' && !isCut
  // The last line is empty, or was being written when the process ended.
  for (const line of isDamaged ? [] : lines.slice(0, -1)) {
    const part = parse(line)
    const length = part === null ? 0 : lengths.get(part.table)! + part.length
    isDamaged = part === null || length > sizeOf(`${path}.${part.table}`)
    if (part === null || isDamaged) break
    lengths.set(part.table, length)
    parts.push(part)
  }
  for (const [table, length] of lengths) {
    const file = `${path}.${table}`
    if (existsSync(file) && sizeOf(file) > length) truncateSync(file, length)
  }
  return { segment: segmentOf(path, { token, columns, parts, writtenAt }), isDamaged }
}

/** Keeps a copy of the list of parts for a person to look at. Returns its name. */
export function keepDamaged(path: string): string {
  copyFileSync(`${path}.parts`, `${path}.broken`)
  return `${path}.broken`
}

type Content = Pick<Segment, 'token' | 'columns' | 'parts' | 'writtenAt'>

type Writing = {
  append(segment: Segment, parts: Part[], buffers: PartBuffers): Promise<void>
  end(): void
}

function segmentOf(path: string, content: Content, writing?: Writing): Segment {
  const { parts } = content
  const file = (table: SourceTable): string => `${path}.${table}`
  const segment: Segment = {
    ...content,
    bytes: totalLength(parts),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    append: async (added, buffers) => writing?.append(segment, added, buffers),
    end: () => writing?.end(),
    file,
    writePart(part) {
      const ofTable = partsOf(parts, part.table)
      const position = totalLength(ofTable.slice(0, ofTable.indexOf(part)))
      writeFileSync(`${path}.part`, readRange(file(part.table), position, part.length))
      return `${path}.part`
    },
    remove() {
      // First: without it the others are not a segment.
      for (const suffix of ['parts', ...SOURCE_TABLES, 'part']) rmSync(`${path}.${suffix}`, { force: true })
    },
  }
  return segment
}

export function partsOf(parts: Part[], table: SourceTable): Part[] {
  return parts.filter((part) => part.table === table && part.length > 0)
}

function totalLength(parts: Part[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the end of what was written. */
function writeAll(descriptor: number, buffers: Buffer[], start: number): number {
  let position = start
  for (let first = 0; first < buffers.length; first += MAX_BUFFERS_PER_WRITE) {
    const group = buffers.slice(first, first + MAX_BUFFERS_PER_WRITE)
    const length = group.reduce((sum, { length }) => sum + length, 0)
    let written = writevSync(descriptor, group, position)
    // A disk that is nearly full takes less than all: the second attempt throws the reason.
    if (written < length) {
      const bytes = Buffer.concat(group)
      while (written < length)
        written += writeSync(descriptor, bytes, written, length - written, position + written)
    }
    position += length
  }
  return position
}

function readRange(file: string, position: number, length: number): Buffer {
  const descriptor = openSync(file, 'r')
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, position)
  closeSync(descriptor)
  return bytes
}

/** New names in a folder are on the device only after this. */
function syncFolder(path: string): void {
  const descriptor = openSync(dirname(path), 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

const HEAD_START = '{"token":'

const NO_COLUMNS: Columns = { otel_traces: [], otel_logs: [] }

/** Names become a part of a statement. */
const COLUMN = /^[\w.]+$/

/** Null: it is not the first line of a segment. */
function parseHead(line: string): { token: string; columns: Columns } | null {
  const head = parseJson(line)
  if (!isObject(head) || !isObject(head['columns'])) return null
  const { token, columns } = head as { token: unknown; columns: Partial<Columns> }
  const isValid = SOURCE_TABLES.every(
    (table) => Array.isArray(columns[table]) && columns[table].every((name) => COLUMN.test(name)),
  )
  return isValid && TOKEN.test(String(token)) ? { token: String(token), columns: columns as Columns } : null
}

/** Null: it is not a line of a part. */
function parse(line: string): Part | null {
  const part = parseJson(line)
  if (!isObject(part)) return null
  const { table, keys, length, rows } = part as Part
  const isValid = SOURCE_TABLES.includes(table) && Array.isArray(keys) && length >= 0 && rows >= 0
  return isValid ? { table, keys, length, rows } : null
}
