// A segment of the journal: the rows of one block, as files that the engine reads.
import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'

/** The tables that the store inserts into; views fill the others. */
export const SOURCE_TABLES = ['otel_traces', 'otel_logs'] as const
export type SourceTable = (typeof SOURCE_TABLES)[number]

/**
 * The rows of one request for one table. `keys`: the hashes of its body and of its occurrences; `length`: the
 * bytes of its rows in RowBinary, which follow the rows of the part before; `rows`: how many.
 */
export type Part = { table: SourceTable; keys: string[]; length: number; rows: number }

/** The rows of each part. */
export type PartBuffers = Map<Part, Buffer[]>

/** The columns of the rows, in their order. */
export type Columns = Record<SourceTable, string[]>

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
   * All or nothing. Resolves when the parts are written: with `fsync` to the device, else to the memory of
   * the operating system, which outlives the process.
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

/** What describes a segment. */
export type Content = Pick<Segment, 'token' | 'columns' | 'parts' | 'writtenAt'>

type Writing = {
  append(segment: Segment, parts: Part[], buffers: PartBuffers): Promise<void>
  end(): void
}

/** `writing`: of the process that writes it. */
export function segmentOf(path: string, content: Content, writing?: Writing): Segment {
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

/** The hashes of all its parts. */
export function keysOf({ parts }: Segment): string[] {
  return parts.flatMap(({ keys }) => keys)
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
