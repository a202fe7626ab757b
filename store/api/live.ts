// GET /api/live: server-sent events, one per new occurrence.
import { PassThrough } from 'node:stream'
import type { Context } from 'koa'
import type { Live } from '../occurrences/live-occurrences.ts'
import type { News } from '../rows/occurrence.ts'
import type { LiveException } from './contract.ts'
import { rfc3339OfNanoseconds } from '../rfc3339.ts'
import { Refusal } from './http/http-error.ts'

/** A comment this often tells proxies and browsers that the line still stands. */
const COMMENT_MILLISECONDS = 15_000

/** Bytes that may wait for a slow reader before it is let go; it comes again by itself. */
const MAX_WAITING = 256 * 1024

export function live(ctx: Context, watched: Live): void {
  const stream = new PassThrough()
  const leave = watched.watch({
    tell(occurrence) {
      if (stream.writableLength > MAX_WAITING) stream.end()
      else stream.write(`event: exception\ndata: ${JSON.stringify(toException(occurrence))}\n\n`)
    },
    end: () => stream.end(),
  })
  if (leave === null) throw new Refusal(503, 'Too many are watching already.')
  const timer = setInterval(() => stream.write(': still here\n\n'), COMMENT_MILLISECONDS)
  stream.once('close', () => {
    clearInterval(timer)
    leave()
  })
  ctx.req.once('close', () => stream.destroy())
  ctx.type = 'text/event-stream'
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = stream
  stream.write(': watching\n\n')
}

function toException({ issueId, digest, type, message, service, ns }: News): LiveException {
  return { issueId, digest, type, message: message.slice(0, 1_000), service, at: rfc3339OfNanoseconds(ns) }
}
