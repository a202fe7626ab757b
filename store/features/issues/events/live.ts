// Server-sent events: one per new occurrence and one per issue that was changed.
import { PassThrough } from 'node:stream'
import type { LiveOccurrences } from '../../../occurrences/live-occurrences.ts'
import { rfc3339OfNanoseconds } from '../../../database/instants.ts'
import type { LiveOccurrence } from '../../../ingest/rows/occurrence.ts'
import type { LiveException, LiveIssue } from '../../../../contract/issues.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { path } from '../../../http/path.ts'

/** Proxies and browsers close a connection that is silent for longer. */
const COMMENT_MILLISECONDS = 15_000

/** Bytes that may wait for a slow client before its connection is closed; EventSource connects again. */
const MAX_BUFFERED = 256 * 1024

/** Characters of a message. */
const MAX_MESSAGE = 1_000

export const livePath = path('GET /api/live', {
  summary: 'Server-sent events: `exception` (LiveException) per occurrence, `issue` (LiveIssue) per change',
  answer: 'text/event-stream',
  headers: { 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' },
  handle: (_request, { live }: { live: LiveOccurrences }) => openStream(live),
})

/** The stream is closed when its reader leaves. */
function openStream(occurrences: LiveOccurrences): PassThrough {
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
  if (unsubscribe === null) throw new HttpError(503, 'Too many live connections are open.')
  const timer = setInterval(() => stream.write(': still here\n\n'), COMMENT_MILLISECONDS)
  stream.once('close', () => {
    clearInterval(timer)
    unsubscribe()
  })
  stream.write(': watching\n\n')
  return stream
}

function toLiveException({ issueId, digest, type, message, service, ns }: LiveOccurrence): LiveException {
  const at = rfc3339OfNanoseconds(ns)
  return { issueId, digest, type, message: message.slice(0, MAX_MESSAGE), service, at }
}
