// Why a request is not accepted, as its sender reads it.
import type { Body } from '../../server/body.ts'
import type { Encoding } from './content-type.ts'

/** A value, not an error: this is the hot path. */
export type Refusal = {
  status: number
  /** For a person: what is wrong and, if there is one, the remedy. */
  message: string
  /** Of a 400: the name of the field that is wrong; empty: the entire body. */
  field?: string
}

/** OTLP needs some twenty levels, values of attributes included. */
const MAX_LEVELS = 1_000
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

export const DENIED_ORIGIN: Refusal = {
  status: 403,
  message: 'This origin is not allowed: add it to ALLOWED_ORIGINS.',
}
export const TOO_MANY: Refusal = {
  status: 429,
  message: 'Too many requests from this address: try again later.',
}
export const UNKNOWN_PATH: Refusal = {
  status: 404,
  message: 'Unknown path: send to /monitoring or /monitoring/v1/{traces,logs,metrics}.',
}
export const WRONG_TYPE: Refusal = {
  status: 415,
  message:
    'The content type must be application/json (UTF-8) or application/x-protobuf, or the body an envelope ' +
    'of a Sentry SDK: see /connect.',
}
export const WRONG_ENCODING: Refusal = {
  status: 415,
  message: 'The content encoding must be gzip or identity.',
}
export const REFUSED_BY_COLLECTOR: Refusal = { status: 400, message: 'The collector refused the request.' }
export const SPOOL_FULL: Refusal = {
  status: 503,
  message: 'The collector does not answer and the spool is full: try again later.',
}

export function bodyRefusal(body: Body & { ok: false }, encoding: Encoding, limit: number): Refusal {
  switch (body.reason) {
    case 'too large':
      if (encoding === 'json' && nestsTooDeeply(body.start))
        return { status: 400, message: 'The JSON is nested too deeply.' }
      return {
        status: 413,
        message: `The body is larger than BODY_LIMIT, ${limit} bytes, compressed or not.`,
      }
    case 'corrupt':
      return { status: 400, message: 'The body is not valid gzip.' }
    default:
      return { status: 400, message: 'The body ended too early.' }
  }
}

/** Whether the start of a JSON text nests deeper than any OTLP request. */
function nestsTooDeeply(start: Buffer): boolean {
  let level = 0
  let isInText = false
  for (let index = 0; index < start.length; index++) {
    const byte = start[index]
    if (isInText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > MAX_LEVELS) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
  }
  return false
}
