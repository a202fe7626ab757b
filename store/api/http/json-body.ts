// The JSON body of a change.
import type { IncomingMessage } from 'node:http'
import { Refusal } from './http-error.ts'

/** Bytes of a body: a page of ids, or a long note. */
const MAX_BODY = 64 * 1024

export async function readObject(message: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new Refusal(413, `A body may have ${MAX_BODY} bytes.`)
    chunks.push(chunk)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch {
    // Told below, with what is no object.
  }
  throw new Refusal(400, 'The body must be a JSON object.')
}
