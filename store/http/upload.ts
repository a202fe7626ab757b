// The body of an upload: limited, unpacked, and few at the same time.
import type { IncomingMessage } from 'node:http'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import { createPool } from '../../server/event-loop.ts'
import { HttpError } from '../../server/http-error.ts'

/** Bytes of a body, before and after decompression. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

/** Bodies that are in memory at the same time. The command that uploads sends four. */
const MAX_UPLOADS = 4

/** Further ones wait, unread. */
const MAX_WAITING = 50

const turns = createPool(Array(MAX_UPLOADS).keys())

/** Runs `work` with the body, when it is its turn. Throws 413, 415, 400, and 503 when too many wait. */
export async function withUpload<Answer>(
  message: IncomingMessage,
  work: (body: Buffer) => Promise<Answer>,
): Promise<Answer> {
  if (turns.waiting() >= MAX_WAITING)
    throw new HttpError(503, `${MAX_WAITING} uploads are waiting: try again later.`)
  const turn = await turns.take()
  try {
    return await work(await readUpload(message))
  } finally {
    turns.giveBack(turn)
  }
}

async function readUpload(message: IncomingMessage): Promise<Buffer> {
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.')
  const encoding = contentEncodingOf(message)
  if (encoding === undefined) throw new HttpError(415, 'Content-Encoding must be gzip or br, or be missing.')
  const body = await readBody(message, MAX_UPLOAD_BYTES, encoding)
  if (body.ok) return body.bytes
  throw body.reason === 'too large'
    ? new HttpError(413, `A source map must not be larger than ${MAX_UPLOAD_BYTES} bytes, unpacked.`)
    : new HttpError(400, 'The body is incomplete or does not match its Content-Encoding.')
}
