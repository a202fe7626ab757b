// The JSON body of a request that changes something.
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** Bytes: a page of issue ids, or a long note. */
const MAX_BODY = 64 * 1024

const INVALID_BODY = 'The body must be a JSON object.'

export async function readJsonObject(message: IncomingMessage): Promise<Record<string, unknown>> {
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
