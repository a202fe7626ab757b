// One file of the spool: records in the order in which they were written. Each has a number and a checksum,
// so that a damaged stretch costs only the records it touches, and their count is known.
//
//     magic (4) · crc32 (4) · length of the bytes (4) · number (6) · signal (1) · bytes
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Signal } from '../../otlp/otlp-json.ts'

export type StoredEnvelope = {
  number: number
  signal: Signal
  bytes: Uint8Array
  /** Where the record begins and ends in its file. */
  start: number
  end: number
}
/** Records from the number `from`, below the number `end`, in the bytes from `offset` to `size` of a file. */
type SegmentRange = { file: string; offset: number; size: number; from: number; end: number }

/** 0xff and 0xfe never occur in UTF-8: no text of a sender looks like the beginning of a record. */
const MAGIC = Buffer.from([0xff, 0x45, 0x52, 0xfe])
const CRC_AT = 4
const LENGTH_AT = 8
const NUMBER_AT = 12
const NUMBER_BYTES = 6
const SIGNAL_AT = 18
const HEADER_BYTES = 19
/** The position of a signal in this list is part of the format. */
const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics']
/** Read at once: some 200 envelopes. */
const CHUNK_BYTES = 256 * 1024
/** Bytes that one call reads into memory, plus one record. */
const MAX_READ_BYTES = 4 * 1024 * 1024

/** Bytes of a record on the disk. */
export function recordBytes(length: number): number {
  return HEADER_BYTES + length
}

export function encodeRecord(number: number, signal: Signal, bytes: Uint8Array): [Buffer, Uint8Array] {
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt32BE(bytes.length, LENGTH_AT)
  header.writeUIntBE(number, NUMBER_AT, NUMBER_BYTES)
  header[SIGNAL_AT] = SIGNALS.indexOf(signal)
  header.writeUInt32BE(crc32(bytes, crc32(header.subarray(LENGTH_AT))), CRC_AT)
  return [header, bytes]
}

/** Resolves when the bytes are on the disk. After an error, part of them may be in the file. */
export async function writeAt(handle: FileHandle, offset: number, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
  await handle.datasync()
}

/**
 * The next intact records, at most `count` and some megabytes. Numbers have no gaps: if the
 * first one is above `from`, the records between are damaged.
 */
export async function readRecords(range: SegmentRange, count: number): Promise<StoredEnvelope[]> {
  const handle = await open(range.file)
  try {
    return await readRun(handle, range, count)
  } finally {
    await handle.close()
  }
}

async function readRun(handle: FileHandle, range: SegmentRange, count: number): Promise<StoredEnvelope[]> {
  let { offset, size, from } = range
  let chunk: Buffer = Buffer.alloc(0)
  let chunkStart = offset
  let bytes = 0
  const records: StoredEnvelope[] = []
  while (offset < size && records.length < count && bytes < MAX_READ_BYTES) {
    const at = chunk.indexOf(MAGIC, offset - chunkStart)
    if (at < 0) {
      // The magic may begin in the last three bytes of the chunk.
      offset = Math.max(offset, chunkStart + chunk.length - MAGIC.length + 1)
      if (chunkStart + chunk.length >= size) break
      await readChunk(CHUNK_BYTES)
      continue
    }
    offset = chunkStart + at
    const hasHeader = at + HEADER_BYTES <= chunk.length
    const length = recordBytes(hasHeader ? chunk.readUInt32BE(at + LENGTH_AT) : 0)
    if (offset + length > size) offset++
    else if (at + length > chunk.length) await readChunk(Math.max(length, CHUNK_BYTES))
    else if (!isIntact(chunk, at, length)) offset++
    else {
      const record = decode(chunk, at, offset)
      const isInRange = record.number >= from && record.number < range.end
      if (isInRange && records.length > 0 && record.number > from) break
      offset = record.end
      if (!isInRange) continue
      records.push(record)
      from = record.number + 1
      bytes += record.bytes.length
    }
  }
  return records

  async function readChunk(wanted: number): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(wanted, size - offset))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    // The file became shorter: its end is here.
    if (bytesRead < buffer.length) size = offset + bytesRead
    chunk = buffer.subarray(0, bytesRead)
    chunkStart = offset
  }
}

function isIntact(chunk: Buffer, at: number, length: number): boolean {
  const sum = crc32(chunk.subarray(at + LENGTH_AT, at + length))
  return sum === chunk.readUInt32BE(at + CRC_AT) && chunk[at + SIGNAL_AT]! < SIGNALS.length
}

function decode(chunk: Buffer, at: number, start: number): StoredEnvelope {
  const length = chunk.readUInt32BE(at + LENGTH_AT)
  return {
    number: chunk.readUIntBE(at + NUMBER_AT, NUMBER_BYTES),
    signal: SIGNALS[chunk[at + SIGNAL_AT]!]!,
    bytes: chunk.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length),
    start,
    end: start + recordBytes(length),
  }
}
