// The JSON body of a request that changes something.
import type { IncomingMessage } from 'node:http'
import { HttpError } from '../../server/http-error.ts'

/** Bytes: a page of issue ids, or a long note. */
const MAX_BODY = 64 * 1024

const INVALID_BODY = 'The body must be a JSON object.'

/** Throws 415 for other types: a web page can send those without a permission of this server. */
export async function readJsonObject(message: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new HttpError(413, `A body may have ${MAX_BODY} bytes.`)
    chunks.push(chunk)
  }
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new HttpError(400, INVALID_BODY)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new HttpError(400, INVALID_BODY)
  return body as Record<string, unknown>
}
