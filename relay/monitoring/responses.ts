// Responses of OTLP/HTTP (success, `partialSuccess`, `google.rpc.Status`) in the encoding of the request.
import type { Context } from 'koa'
import { ProtobufWriter } from '../../otlp/protobuf-writer.ts'
import type { Encoding } from './content-type.ts'
import type { RejectedItems } from './read.ts'
import type { Refusal } from './refusals.ts'

const CONTENT_TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' }
const MEMBERS = { traces: 'rejectedSpans', logs: 'rejectedLogRecords', metrics: 'rejectedDataPoints' }
/** `google.rpc.Code` by HTTP status. */
const CODES: Record<number, number> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
}
/** `google.rpc.Code.UNKNOWN` */
const UNKNOWN = 2
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'
const BODY = 'body'
/** A browser's exporter retries in bursts after less, and drops the batch after more than its time-out. */
const RETRY_AFTER_SECONDS = 30
/** A string is sent in one packet with the headers. */
const EMPTY = ''
/** Until the body of a sender over its limit is read: at once, it would take the time of all others. */
const DRAIN_DELAY_MS = 250
/** How long a refused sender may go on sending. */
const MAX_DRAIN_MS = 5_000

export function sendSuccess(ctx: Context, encoding: Encoding, rejected: RejectedItems[]): void {
  ctx.status = 200
  ctx.set('Content-Type', CONTENT_TYPES[encoding])
  if (rejected.length === 0) ctx.body = encoding === 'json' ? '{}' : EMPTY
  else ctx.body = encoding === 'json' ? partialJson(rejected) : partialProtobuf(rejected)
}

export function sendError(ctx: Context, encoding: Encoding, refusal: Refusal): void {
  const { status } = refusal
  if (status === 429 || status === 503) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
  const body = encoding === 'json' ? statusJson(refusal) : statusProtobuf(refusal)
  ctx.status = status
  ctx.set('Content-Type', CONTENT_TYPES[encoding])
  if (ctx.req.complete) ctx.body = body
  else sendEarly(ctx, body)
}

/**
 * The request's body is still arriving. The response is sent at once, but the exchange ends with the body:
 * otherwise the socket is closed before the sender reads the response, or its next request is never answered.
 */
function sendEarly(ctx: Context, body: Buffer): void {
  ctx.respond = false
  ctx.res.setHeader('Content-Length', body.length)
  ctx.res.write(body)
  const deadline = setTimeout(end, MAX_DRAIN_MS)
  ctx.req.on('close', end)
  ctx.req.on('end', end)
  if (ctx.status === 429) setTimeout(() => ctx.req.resume(), DRAIN_DELAY_MS)
  else ctx.req.resume()

  function end(): void {
    clearTimeout(deadline)
    ctx.res.end()
  }
}

function partialJson(rejected: RejectedItems[]): string {
  const counts = Object.fromEntries(rejected.map(({ signal, items }) => [MEMBERS[signal], String(items)]))
  return JSON.stringify({
    partialSuccess: { ...counts, errorMessage: rejected.map(({ message }) => message).join(' ') },
  })
}

/** `Export…ServiceResponse { partial_success = 1 { rejected_… = 1, error_message = 2 } }` of every signal. */
function partialProtobuf(rejected: RejectedItems[]): Buffer {
  const bytes = new ProtobufWriter()
  bytes.byte(0x0a)
  const start = bytes.open(1)
  bytes.byte(0x08)
  bytes.varint(rejected.reduce((sum, { items }) => sum + items, 0))
  bytes.byte(0x12)
  bytes.text(rejected.map(({ message }) => message).join(' '))
  bytes.close(start, 1)
  return bytes.copy()
}

function statusJson({ status, message, field }: Refusal): Buffer {
  const violation = { field: field || BODY, description: message }
  const details = status === 400 ? [{ '@type': BAD_REQUEST, fieldViolations: [violation] }] : undefined
  return Buffer.from(JSON.stringify({ code: CODES[status] ?? UNKNOWN, message, details }))
}

/**
 * `Status { code = 1, message = 2, details = 3 Any { type_url = 1, value = 2 } }`, whose value is
 * `BadRequest { field_violations = 1 { field = 1, description = 2 } }`
 */
function statusProtobuf({ status, message, field }: Refusal): Buffer {
  const bytes = new ProtobufWriter()
  bytes.byte(0x08)
  bytes.varint(CODES[status] ?? UNKNOWN)
  bytes.byte(0x12)
  bytes.text(message)
  if (status !== 400) return bytes.copy()
  bytes.byte(0x1a)
  const details = bytes.open(2)
  bytes.byte(0x0a)
  bytes.text(BAD_REQUEST)
  bytes.byte(0x12)
  const request = bytes.open(2)
  bytes.byte(0x0a)
  const violation = bytes.open(2)
  bytes.byte(0x0a)
  bytes.text(field || BODY)
  bytes.byte(0x12)
  bytes.text(message)
  bytes.close(violation, 2)
  bytes.close(request, 2)
  bytes.close(details, 2)
  return bytes.copy()
}
