// Server-sent events: one per new occurrence and one per issue that was changed.
import { PassThrough } from 'node:stream'
import type { LiveOccurrences } from '../../../occurrences/live-occurrences.ts'
import { rfc3339OfNanoseconds } from '../../../database/instants.ts'
import type { LiveOccurrence } from '../../../ingest/rows/occurrence.ts'
import type { LiveException, LiveIssue } from '../../../../contract/issues.ts'
import { cacheFor } from '../../../../server/event-loop.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { WithAccessWatch } from '../../../http/actor.ts'
import { path } from '../../../http/path.ts'

/** Proxies and browsers close a connection that is silent for longer. */
const COMMENT_MILLISECONDS = 15_000

/** Bytes that may wait for a slow client before its connection is closed; EventSource connects again. */
const MAX_BUFFERED = 256 * 1024

/** For how long it is not asked again whether the reader still has access. */
const ACCESS_MILLISECONDS = 1_000

/** Characters of a message. */
const MAX_MESSAGE = 1_000

export const livePath = path('GET /api/live', {
  summary: 'Server-sent events: `exception` (LiveException) per occurrence, `issue` (LiveIssue) per change',
  answer: 'text/event-stream',
  headers: { 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' },
  handle: async (_request, { live, watchAccess }: LiveContext) => openStream(live, await watchAccess()),
})

type LiveContext = WithAccessWatch & { live: LiveOccurrences }

/** The stream is closed when its reader leaves, or has not the same access any more. */
function openStream(occurrences: LiveOccurrences, hasAccess: () => Promise<boolean>): PassThrough {
  const stream = new PassThrough()
  const isAllowed = cacheFor(ACCESS_MILLISECONDS, hasAccess)
  const send = async (text: string): Promise<void> => {
    const mayRead = await isAllowed().catch(() => false)
    if (stream.writableEnded) return
    if (!mayRead || stream.writableLength > MAX_BUFFERED) stream.end()
    else stream.write(text)
  }
  const write = (event: string, data: LiveException | LiveIssue): void =>
    void send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const unsubscribe = occurrences.subscribe({
    send: (occurrence) => write('exception', toLiveException(occurrence)),
    sendIssue: (id) => write('issue', { id }),
    end: () => stream.end(),
  })
  if (unsubscribe === null) throw new HttpError(503, 'Too many live connections are open.')
  const timer = setInterval(() => void send(': still here\n\n'), COMMENT_MILLISECONDS)
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
