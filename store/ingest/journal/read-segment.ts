// Segments that an earlier process has left.
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { isObject, parseJson } from '../../../server/json.ts'
import { sizeOf } from '../../database/files.ts'
import { segmentOf, SOURCE_TABLES, type Columns, type Part, type Segment } from './segment.ts'

/** A UUID, which becomes a part of a statement. */
const TOKEN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

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
