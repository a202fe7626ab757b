// Rows of persons whose data was deleted, which arrive late: from the spool of a relay, the queue of a
// collector, or a page that was offline. The store only has keyed hashes of what was deleted.
import { createHmac } from 'node:crypto'
import { RowReader } from '../../database/engine/row-reader.ts'
import type { SourceTable } from '../journal/segment.ts'

/**
 * `user`: a deleted user. `session`: a session that was deleted whoever used it. `visit` and `trace`:
 * sessions and traces of a deleted user, in which others may be too.
 */
export type ForgottenKind = 'user' | 'session' | 'visit' | 'trace'

/** `before`: nanoseconds since 1970; later rows are stored. */
export type ForgottenId = { kind: ForgottenKind; hash: string; before: bigint }

/** Of a row. Empty: it has no such id. */
export type RowIds = { ns: bigint; user: string; session: string; trace: string }

export type ForgottenRows = {
  /** 22 characters. */
  hashOf(kind: ForgottenKind, id: string): string
  add(ids: ForgottenId[]): void
  /** Whether a row with these ids is to be left out. */
  isForgotten(row: RowIds): boolean
  /** The same of the rows of a table; null: none is left out. */
  filter(table: SourceTable): ((row: Buffer) => boolean) | null
}

const NEVER = -1n

/** Hashes that are computed once. */
const MAX_CACHED = 20_000

/** Characters of a hash: 132 bits. */
const HASH_LENGTH = 22

/**
 * `onVisit`: a row of a deleted user was left out, in a session that is not known as a visit: rows of it that
 * came before may be stored. `before`: of the user.
 */
export function createForgottenRows(
  key: string,
  onVisit: (row: RowIds, before: bigint) => void,
): ForgottenRows {
  const ids = new Map<string, bigint>()
  const cache = new Map<string, string>()
  const readers = { otel_logs: idsOfLog, otel_traces: idsOfSpan }

  return {
    hashOf,
    add(added) {
      for (const { kind, hash, before } of added) {
        const entry = `${kind} ${hash}`
        if ((ids.get(entry) ?? 0n) < before) ids.set(entry, before)
      }
    },
    isForgotten: (row) => ids.size > 0 && isForgotten(row),
    filter: (table) => (ids.size === 0 ? null : (row) => isForgotten(readers[table](new RowReader(row)))),
  }

  function isForgotten(row: RowIds): boolean {
    const { user, session, trace } = row
    const isBefore = (kind: ForgottenKind, id: string): boolean => row.ns <= beforeOf(kind, id)
    if (isBefore('session', session)) return true
    if (user === '') return session === '' ? isBefore('trace', trace) : isBefore('visit', session)
    const isOfUser = isBefore('user', user)
    if (isOfUser && session !== '' && !isBefore('visit', session)) onVisit(row, beforeOf('user', user))
    return isOfUser
  }

  /** -1: it was not deleted. */
  function beforeOf(kind: ForgottenKind, id: string): bigint {
    return id === '' ? NEVER : (ids.get(`${kind} ${cachedHash(kind, id)}`) ?? NEVER)
  }

  function cachedHash(kind: ForgottenKind, id: string): string {
    const name = `${kind} ${id}`
    const hash = cache.get(name) ?? hashOf(kind, id)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(name, hash)
    return hash
  }

  function hashOf(kind: ForgottenKind, id: string): string {
    return createHmac('sha256', key).update(`${kind} ${id}`).digest('base64url').slice(0, HASH_LENGTH)
  }
}

/** In the order of `LOG_COLUMNS`. */
function idsOfLog(row: RowReader): RowIds {
  const ns = row.int64()
  const trace = row.text()
  row.skipText()
  row.skip(1)
  row.skipText()
  row.skip(1)
  for (let text = 0; text < 3; text++) row.skipText()
  const resource = readIds(row)
  for (let text = 0; text < 3; text++) row.skipText()
  readIds(row)
  const { user, session } = readIds(row)
  return { ns, trace, user: user || resource.user, session: session || resource.session }
}

/** In the order of `TRACE_COLUMNS`. */
function idsOfSpan(row: RowReader): RowIds {
  const ns = row.int64()
  const trace = row.text()
  for (let text = 0; text < 6; text++) row.skipText()
  const resource = readIds(row)
  for (let text = 0; text < 2; text++) row.skipText()
  const { user, session } = readIds(row)
  return { ns, trace, user: user || resource.user, session: session || resource.session }
}

/** Of a map of attributes. */
function readIds(row: RowReader): { user: string; session: string } {
  const ids = { user: '', session: '' }
  for (let left = row.length(); left > 0; left--) {
    const name = row.text()
    if (name === 'user.id') ids.user = row.text()
    else if (name === 'session.id') ids.session = row.text()
    else row.skipText()
  }
  return ids
}
