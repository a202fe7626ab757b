// What an error of the engine or of the disk means.
import { QUERY_TIMEOUT_SECONDS } from './statements.ts'

/** ClickHouse's code for a full disk: it reserves the space before it writes. */
const NOT_ENOUGH_SPACE = 243

/** System errors of a write without free space. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** ClickHouse's codes for values that do not parse or do not fit: a repetition fails as well. */
const UNREADABLE_ROWS = new Set([6, 25, 26, 27, 33, 38, 41, 43, 53, 69, 70, 72, 117, 131, 321, 349, 467])

const NARROWER = 'choose a shorter period or a smaller limit.'

/** ClickHouse's codes for a query that it ended because of a limit. */
const LIMIT_ERRORS: Record<number, string> = {
  159: `The query took longer than ${QUERY_TIMEOUT_SECONDS} s and was cancelled: ${NARROWER}`,
  160: `The query would have taken longer than ${QUERY_TIMEOUT_SECONDS} s and was cancelled: ${NARROWER}`,
  202: 'Too many queries are running.',
  241: `The query needed more memory than one query may use and was cancelled: ${NARROWER}`,
}

/**
 * ClickHouse's codes for a file of a table that is missing, short or wrong: 23, 32, 33, 40, 74, 79, 107, 228,
 * 246, 271; 60: the table itself.
 */
const DAMAGE = new Set([23, 32, 33, 40, 60, 74, 79, 107, 228, 246, 271])

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

/** The disk is full. */
export class DiskFullError extends UnavailableError {
  override name = 'DiskFullError'
  readonly code = 'ENOSPC'
  constructor() {
    super('The disk is full: nothing can be written until there is free space.')
  }
}

/** A full disk took rows of an insert. With the same token, the same insert stores them. */
export class RowsMissingError extends UnavailableError {
  override name = 'RowsMissingError'
  constructor() {
    super('The disk was full and not all rows were stored: retry.')
  }
}

/** ClickHouse's number of an error, however the engine wraps it. 0 without one. */
export function engineCode(error: unknown): number {
  const { clickhouseCode, code } = error as { clickhouseCode?: unknown; code?: unknown }
  return Number(clickhouseCode ?? code) || 0
}

/**
 * The engine reports it before a write, the system during one. A quota of a user or a limit of a file's size
 * counts as a full disk too.
 */
export function isDiskFull(error: unknown): boolean {
  if (engineCode(error) === NOT_ENOUGH_SPACE) return true
  const { code, message } = error as NodeJS.ErrnoException
  return NO_SPACE.has(code ?? '') || /No space left|quota exceeded|File too large/i.test(message)
}

/** A query met a table or a part that is damaged, or that is being repaired. */
export function isDamage(error: unknown): boolean {
  const code = engineCode(error)
  if (code in LIMIT_ERRORS || isDiskFull(error)) return false
  // Wrong bytes lead to any code, such as 432 for the name of a codec.
  return DAMAGE.has(code) || /While reading or decompressing/i.test((error as Error).message)
}

/** The rows themselves are wrong. */
export function isUnreadable(error: unknown): boolean {
  return UNREADABLE_ROWS.has(engineCode(error))
}

/** Why a query failed that may succeed later or with a narrower range, for the user; null: it cannot. */
export function transientReason(error: unknown): string | null {
  if (error instanceof UnavailableError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full: nothing can be written until there is free space.'
  if (CONNECTION_ERRORS.has(code ?? '') || /^(?:Timeout error|socket hang up)/.test(message))
    return 'The ClickHouse server of CLICKHOUSE_URL does not respond.'
  if (isDamage(error))
    return 'Stored data is damaged or being repaired: see GET /api/status and the log of the store.'
  return LIMIT_ERRORS[engineCode(error)] ?? null
}

/** The engine's messages have many lines. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)).slice(0, 300)
}
