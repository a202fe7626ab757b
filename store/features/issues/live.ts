// GET /api/live: server-sent events, one per new occurrence and one per issue that was changed.
import { PassThrough } from 'node:stream'
import type { Context } from 'koa'
import type { LiveOccurrences } from '../../occurrences/live-occurrences.ts'
import { rfc3339OfNanoseconds } from '../../database/rfc3339.ts'
import type { LiveOccurrence } from '../../ingest/rows/occurrence.ts'
import type { LiveException, LiveIssue } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'

/** Proxies and browsers close a connection that is silent for longer. */
const COMMENT_MILLISECONDS = 15_000

/** Bytes that may wait for a slow client before its connection is closed; EventSource connects again. */
const MAX_BUFFERED = 256 * 1024

/** Characters of a message. */
const MAX_MESSAGE = 1_000

export function live(ctx: Context, occurrences: LiveOccurrences): void {
  const stream = new PassThrough()
  const write = (event: string, data: LiveException | LiveIssue): void => {
    if (stream.writableLength > MAX_BUFFERED) stream.end()
    else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const unsubscribe = occurrences.subscribe({
    send: (occurrence) => write('exception', toLiveException(occurrence)),
    sendIssue: (id) => write('issue', { id }),
    end: () => stream.end(),
  })
  if (unsubscribe === null) throw new HttpError(503, 'Too many are watching already.')
  const timer = setInterval(() => stream.write(': still here\n\n'), COMMENT_MILLISECONDS)
  stream.once('close', () => {
    clearInterval(timer)
    unsubscribe()
  })
  ctx.req.once('close', () => stream.destroy())
  ctx.type = 'text/event-stream'
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = stream
  stream.write(': watching\n\n')
}

function toLiveException({ issueId, digest, type, message, service, ns }: LiveOccurrence): LiveException {
  const at = rfc3339OfNanoseconds(ns)
  return { issueId, digest, type, message: message.slice(0, MAX_MESSAGE), service, at }
}
