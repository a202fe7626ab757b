// The JSON body of a request that changes something.
import type { IncomingMessage } from 'node:http'
import { readBody } from '../../server/body.ts'
import { HttpError } from '../../server/http-error.ts'

/** Bytes: a page of issue ids, or a long note. */
const MAX_BODY = 64 * 1024

const INVALID_BODY = 'The body must be a JSON object.'

/** Throws 415 for other types: a web page can send those without a permission of this server. */
export async function readJsonObject(message: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.')
  const body = await readBody(message, MAX_BODY)
  if (!body.ok && body.reason === 'too large') throw new HttpError(413, `A body may have ${MAX_BODY} bytes.`)
  if (!body.ok) throw new HttpError(400, INVALID_BODY)
  let value: unknown
  try {
    value = JSON.parse(body.bytes.toString())
  } catch {
    throw new HttpError(400, INVALID_BODY)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpError(400, INVALID_BODY)
  return value as Record<string, unknown>
}
