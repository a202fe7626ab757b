// The opaque `cursor` of a list: the sort key of the last row of a page, as JSON in base64url.
import { parseJson } from '../../server/json.ts'
import { HttpError } from '../../server/http-error.ts'

export type Cursor = (string | number)[]

/** Values of a cursor: more than any list writes. */
const MAX_CURSOR_VALUES = 7

const INVALID_CURSOR = 'cursor must be the nextCursor of an answer of this list.'

/**
 * The first `limit` rows, and the cursor of the next page, which begins after the last of them; null: it is
 * the last page. `rows`: up to one more than the limit.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  keyOf: (last: Row) => Cursor,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : writeCursor(keyOf(last)) }
}

function writeCursor(values: Cursor): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Null: the parameter is missing. */
export function parseCursor(text: string): Cursor | null {
  if (text === '') return null
  const values = parseJson(Buffer.from(text, 'base64url').toString())
  const isValid =
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= MAX_CURSOR_VALUES &&
    values.every((value) => typeof value === 'string' || Number.isSafeInteger(value))
  if (!isValid) throw new HttpError(400, INVALID_CURSOR)
  return values as Cursor
}

/** The cursor, checked: `n` is a 64-bit integer as text, `h` 16 hex digits, `s` any text, `i` a byte. */
export function cursorOf(cursor: Cursor | null, kinds: string): Cursor | null {
  if (cursor === null) return null
  const matches = cursor.length === kinds.length && cursor.every((value, at) => matchesKind(value, kinds[at]))
  if (!matches) throw new HttpError(400, INVALID_CURSOR)
  return cursor
}

function matchesKind(value: string | number, kind: string | undefined): boolean {
  if (kind === 'h') return typeof value === 'string' && /^[\da-f]{16}$/.test(value)
  if (kind === 'i') return typeof value === 'number' && value >= 0 && value < 256
  return (
    typeof value === 'string' && (kind === 's' || (/^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n))
  )
}
