// Answers as OTLP/HTTP wants them: an empty success, `partialSuccess`, or a `google.rpc.Status`, each in the request's encoding.
import type { Context } from 'koa'
import { ProtobufWriter } from '../../otlp/protobuf-writer.ts'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Encoding, Rejected } from './read.ts'

const CONTENT_TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' }
const MEMBERS = { traces: 'rejectedSpans', logs: 'rejectedLogRecords', metrics: 'rejectedDataPoints' }
/** `google.rpc.Code` of what we answer: invalid argument, permission denied, not found, resource exhausted, unimplemented, internal, unavailable. */
const CODES: Record<number, number> = {
  400: 3,
  403: 7,
  404: 5,
  405: 12,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
}
/** A browser's exporter that is told less comes back in bursts; told more than its own patience it drops the batch, as is intended. */
export const RETRY_AFTER_SECONDS = 30
/** As text it leaves together with the headers, in one piece. */
const NOTHING = ''
/** Who sends too much is read on only after this: reading and throwing away as fast as they send would take the time of all others. */
const UNHURRIED_MS = 250
/** How long a refused sender may go on sending before the exchange ends all the same. */
const LINGER_MS = 5_000

export function succeed(ctx: Context, encoding: Encoding, rejected: Rejected[]): void {
  ctx.status = 200
  ctx.set('Content-Type', CONTENT_TYPES[encoding])
  if (rejected.length === 0) ctx.body = encoding === 'json' ? '{}' : NOTHING
  else ctx.body = encoding === 'json' ? partialJson(rejected) : partialProtobuf(rejected)
}

/** `message` is for a person: what is wrong and, where there is one, the remedy. */
export function refuse(ctx: Context, encoding: Encoding, status: number, message: string): void {
  if (status === 429 || status === 503) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
  const code = CODES[status] ?? 2
  const body =
    encoding === 'json' ? Buffer.from(JSON.stringify({ code, message })) : statusProtobuf(code, message)
  ctx.status = status
  ctx.set('Content-Type', CONTENT_TYPES[encoding])
  if (ctx.req.complete) ctx.body = body
  else answerEarly(ctx, body)
}

/**
 * The sender is still sending. It gets the answer now, whole; but the exchange ends only when its body has, or the socket would be
 * closed on it in mid-sentence (and the answer lost with it), or the next request on this socket would wait for ever.
 */
function answerEarly(ctx: Context, body: Buffer): void {
  ctx.respond = false
  ctx.res.setHeader('Content-Length', body.length)
  ctx.res.write(body)
  const patience = setTimeout(end, LINGER_MS)
  ctx.req.on('close', end)
  ctx.req.on('end', end)
  if (ctx.status === 429) setTimeout(() => ctx.req.resume(), UNHURRIED_MS)
  else ctx.req.resume()

  function end(): void {
    clearTimeout(patience)
    ctx.res.end()
  }
}

function partialJson(rejected: Rejected[]): string {
  const counts = Object.fromEntries(rejected.map(({ signal, items }) => [MEMBERS[signal], String(items)]))
  return JSON.stringify({
    partialSuccess: { ...counts, errorMessage: rejected.map(({ message }) => message).join(' ') },
  })
}

/** `Export…ServiceResponse { partial_success = 1 { rejected_… = 1, error_message = 2 } }`: the same numbers for all signals. */
function partialProtobuf(rejected: { signal: Signal; items: number; message: string }[]): Buffer {
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

/** `Status { code = 1, message = 2 }` */
function statusProtobuf(code: number, message: string): Buffer {
  const bytes = new ProtobufWriter()
  bytes.byte(0x08)
  bytes.varint(code)
  bytes.byte(0x12)
  bytes.text(message)
  return bytes.copy()
}
