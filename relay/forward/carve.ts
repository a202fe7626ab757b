// Reads the envelopes out of a damaged spool without SQLite, which gives up a whole file where one page is wrong: every page that
// holds rows is read by itself (SQLite's file format, "Table B-Tree Leaf Cell"), and the sum of each row says whether it is whole.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type Row, isWhole } from './row.ts'

/** What the spool's files are made with. */
export const PAGE_BYTES = 4096
const MAGIC = 'SQLite format 3\0'
const LEAF_OF_TABLE = 0x0d
/** From the format: what of a row stays in its leaf, and what goes to a chain of pages of its own. */
const MOST_IN_LEAF = PAGE_BYTES - 35
const LEAST_IN_LEAF = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
const IN_CHAIN_PAGE = PAGE_BYTES - 4
/** Id, time, signal, bytes, sum. */
const COLUMNS = 5
/** Bytes of the integers that serial types 0 to 9 stand for; 0 is NULL, 8 and 9 are the numbers 0 and 1. */
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

type Page = (number: number) => Buffer | undefined

/** Every row that is whole, in no order. A row that was dropped may come as well when the beginning of the file is lost. */
export function* carve(file: string): Generator<Row> {
  const descriptor = openSync(file, 'r')
  try {
    const count = Math.floor(fstatSync(descriptor).size / PAGE_BYTES)
    const page: Page = (number) => {
      if (number < 1 || number > count) return undefined
      const bytes = Buffer.alloc(PAGE_BYTES)
      readSync(descriptor, bytes, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES)
      return bytes
    }
    const free = freePages(page, count)
    // The first page holds the schema alone.
    for (let number = 2; number <= count; number++) {
      const bytes = page(number)!
      if (bytes[0] === LEAF_OF_TABLE && !free.has(number)) yield* rowsOf(bytes, page)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Pages that were given up keep what they held. */
function freePages(page: Page, count: number): Set<number> {
  const free = new Set<number>()
  const first = page(1)
  if (first === undefined || first.toString('latin1', 0, MAGIC.length) !== MAGIC) return free
  let trunk = first.readUInt32BE(32)
  while (trunk !== 0 && trunk <= count && !free.has(trunk)) {
    free.add(trunk)
    const bytes = page(trunk)!
    const leaves = Math.min(bytes.readUInt32BE(4), PAGE_BYTES / 4 - 2)
    for (let index = 0; index < leaves; index++) free.add(bytes.readUInt32BE(8 + 4 * index))
    trunk = bytes.readUInt32BE(0)
  }
  return free
}

function* rowsOf(leaf: Buffer, page: Page): Generator<Row> {
  const cells = Math.min(leaf.readUInt16BE(3), (PAGE_BYTES - 8) / 2)
  for (let index = 0; index < cells; index++) {
    const row = rowAt(leaf, leaf.readUInt16BE(8 + 2 * index), page)
    if (row !== undefined && isWhole(row)) yield row
  }
}

/** Nothing when the cell makes no sense. */
function rowAt(leaf: Buffer, start: number, page: Page): Row | undefined {
  const size = varint(leaf, start)
  const id = size && varint(leaf, size.end)
  if (!size || !id) return undefined
  const record = recordAt(leaf, id.end, size.value, page)
  return record && rowOf(id.value, record)
}

function recordAt(leaf: Buffer, start: number, size: number, page: Page): Buffer | undefined {
  const fitting = LEAST_IN_LEAF + ((size - LEAST_IN_LEAF) % IN_CHAIN_PAGE)
  const inLeaf = size <= MOST_IN_LEAF ? size : fitting <= MOST_IN_LEAF ? fitting : LEAST_IN_LEAF
  if (start + inLeaf > PAGE_BYTES) return undefined
  const parts = [leaf.subarray(start, start + inLeaf)]
  if (inLeaf === size) return parts[0]
  if (start + inLeaf + 4 > PAGE_BYTES) return undefined
  let next = leaf.readUInt32BE(start + inLeaf)
  for (let left = size - inLeaf; left > 0; left -= IN_CHAIN_PAGE) {
    const bytes = page(next)
    if (bytes === undefined) return undefined
    parts.push(bytes.subarray(4, 4 + Math.min(left, IN_CHAIN_PAGE)))
    next = bytes.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function rowOf(id: number, record: Buffer): Row | undefined {
  const header = varint(record, 0)
  if (!header) return undefined
  const fields: Buffer[] = []
  let [from, at] = [header.end, header.value]
  while (from < header.value && fields.length < COLUMNS) {
    const type = varint(record, from)
    if (!type) return undefined
    const end = at + bytesOf(type.value)
    if (end > record.length) return undefined
    // Two of the integers stand in their type alone.
    fields.push(
      type.value === 8 || type.value === 9 ? Buffer.from([type.value - 8]) : record.subarray(at, end),
    )
    ;[from, at] = [type.end, end]
  }
  const [, time, signal, bytes, sum] = fields
  if (!time || !signal || !bytes || !sum) return undefined
  return { id, at: integer(time), signal: signal.toString('latin1'), bytes, sum: integer(sum) }
}

function bytesOf(type: number): number {
  return type < 12 ? (INTEGER_BYTES[type] ?? 0) : Math.floor((type - 12) / 2)
}

function integer(bytes: Buffer): number {
  return bytes.length === 0 || bytes.length > 6 ? 0 : bytes.readIntBE(0, bytes.length)
}

/** SQLite's: seven bits a byte, the highest first. Nine bytes are for numbers that no spool reaches. */
function varint(bytes: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0
  for (let at = start; at < bytes.length && at < start + 7; at++) {
    const byte = bytes[at]!
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + 1 }
  }
  return undefined
}
