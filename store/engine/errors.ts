// What an error of the engine or of the disk means.
import { QUERY_TIMEOUT_SECONDS } from './statements.ts'

/** ClickHouse's code for a disk without room: it reserves the room before it writes. */
const NOT_ENOUGH_SPACE = 243

/** System errors of a write that has no room. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** ClickHouse's codes for values that do not parse or do not fit: a repetition fails as well. */
const UNREADABLE_ROWS = new Set([6, 25, 26, 27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467])

const NARROWER = 'ask for a narrower range, or for less at once.'

/** ClickHouse's codes for a query that it ended because of a limit. */
const LIMIT_ERRORS: Record<number, string> = {
  159: `The question took longer than ${QUERY_TIMEOUT_SECONDS} s and was ended: ${NARROWER}`,
  160: `The question would have taken longer than ${QUERY_TIMEOUT_SECONDS} s and was ended: ${NARROWER}`,
  202: 'Too many questions are asked at once.',
  241: `The question needed more memory than one may take and was ended: ${NARROWER}`,
}

/** System errors of a server that cannot be reached. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** What was asked for is impossible at the moment, and may succeed later. The message is for the user. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** ClickHouse's number of an error, however the engine wraps it. 0: it has none. */
export function engineCode(error: unknown): number {
  const { clickhouseCode, code } = error as { clickhouseCode?: unknown; code?: unknown }
  return Number(clickhouseCode ?? code) || 0
}

/**
 * The engine reports it before it writes, the system meanwhile. A limit of a user's space or of a file's size
 * is the same to us: there is no room.
 */
export function isDiskFull(error: unknown): boolean {
  if (engineCode(error) === NOT_ENOUGH_SPACE) return true
  const { code, message } = error as NodeJS.ErrnoException
  return NO_ROOM.has(code ?? '') || /No space left|quota exceeded|File too large/i.test(message)
}

/** The rows themselves are wrong. */
export function isUnreadable(error: unknown): boolean {
  return UNREADABLE_ROWS.has(engineCode(error))
}

/** Why a query failed that may succeed later or with a narrower range, for the user; null: it cannot. */
export function transientReason(error: unknown): string | null {
  if (error instanceof UnavailableError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full: nothing can be written until there is room.'
  if (CONNECTION_ERRORS.has(code ?? '') || /^(?:Timeout error|socket hang up)/.test(message))
    return 'The server that CLICKHOUSE_URL names does not answer.'
  return LIMIT_ERRORS[engineCode(error)] ?? null
}

/** For a sentence about it: the engine's messages go on for many lines. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)).slice(0, 300)
}
