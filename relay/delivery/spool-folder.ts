// The folder of a spool: segments named by the number of their first record, and the cursor.
import { readdirSync, type Stats } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { readCursor } from './cursor.ts'
import { readRecords } from './segment.ts'

/** `created`: when its first record was written, in milliseconds since 1970. */
export type Segment = { file: string; first: number; size: number; created: number }
export type SpoolState = {
  /** Oldest first; the last one is written to. */
  segments: Segment[]
  /** Waiting to be deleted. */
  delivered: Segment[]
  /** The first record that was not delivered; `offset` is in the oldest segment, at or before the record. */
  head: { number: number; offset: number }
  /** The number of the record that is written next. */
  next: number
}

const NUMBER_DIGITS = 16
const SEGMENT_NAME = /^\d{16}\.log$/

/** Whether an earlier process left something. A folder that cannot be read counts: it may hold envelopes. */
export function hasSegments(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => SEGMENT_NAME.test(name))
  } catch {
    return true
  }
}

/** Rejects when a file cannot be read. `warn` gets a sentence for the log. */
export async function readFolder(directory: string, warn: (sentence: string) => void): Promise<SpoolState> {
  const segments = await listSegments(directory)
  const cursor = await readCursor(directory)
  if (cursor === 'damaged') warn('the cursor of the spool is damaged: some envelopes may be sent twice')
  const delivered = typeof cursor === 'number' ? cursor : 1
  const newest = segments.at(-1)
  const end = newest === undefined ? { offset: 0, next: 1 } : await findEnd(newest)
  const rest = (newest?.size ?? 0) - end.offset
  if (rest > 0)
    warn(`the last ${rest} bytes of the spool are not an intact envelope: never acknowledged, or damaged`)
  return {
    segments,
    delivered: [],
    head: { number: Math.max(delivered, segments[0]?.first ?? 1), offset: 0 },
    next: Math.max(delivered, end.next),
  }
}

async function listSegments(directory: string): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => SEGMENT_NAME.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name)
      const status = await stat(file)
      if (!status.isFile()) throw new Error(`${file} is not a file.`)
      return { file, first: Number.parseInt(name, 10), size: status.size, created: createdAt(status) }
    }),
  )
}

/** On file systems without a time of creation it is 0. */
function createdAt({ birthtimeMs, mtimeMs }: Stats): number {
  return Math.floor(birthtimeMs || mtimeMs)
}

/** Where the last intact record of a segment ends, and the number that follows it. */
async function findEnd(segment: Segment): Promise<{ offset: number; next: number }> {
  const end = { offset: 0, next: segment.first }
  const highest = segment.first + segment.size
  for (;;) {
    const range = { ...segment, offset: end.offset, from: end.next, end: highest }
    const last = (await readRecords(range, Number.POSITIVE_INFINITY)).at(-1)
    if (last === undefined) return end
    end.offset = last.end
    end.next = last.number + 1
  }
}

/** An empty file whose name is on the disk as well. */
export async function createSegment(
  directory: string,
  first: number,
): Promise<{ segment: Segment; handle: FileHandle }> {
  const file = path.join(directory, `${String(first).padStart(NUMBER_DIGITS, '0')}.log`)
  const handle = await open(file, 'w')
  try {
    await syncDirectory(directory)
    return { segment: { file, first, size: 0, created: Date.now() }, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
