// Reads a body within its bounds, before and after unpacking. A refusal leaves the socket in order: the rest is read and thrown away.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'

export type Body = { ok: true; bytes: Buffer } | { ok: false; reason: 'too large' | 'broken' | 'gone' }

/** Below this, unpacking costs less than the way to another thread and back. */
const SMALL_BYTES = 16 * 1024

const unpack = promisify(gunzip)

export async function readBody(request: IncomingMessage, gzip: boolean, limit: number): Promise<Body> {
  const body = await readAll(request, limit)
  if (!body.ok || !gzip) return body
  try {
    const options = { maxOutputLength: limit }
    return { ok: true, bytes: body.bytes.length < SMALL_BYTES ? gunzipSync(body.bytes, options) : await unpack(body.bytes, options) }
  } catch (error) {
    return { ok: false, reason: (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken' }
  }
}

function readAll(request: IncomingMessage, limit: number): Promise<Body> {
  if (Number(request.headers['content-length']) > limit) {
    request.resume()
    return Promise.resolve({ ok: false, reason: 'too large' })
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve({ ok: false, reason: 'too large' })
      }
    })
    request.on('end', () => resolve({ ok: true, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }))
    request.on('error', () => resolve({ ok: false, reason: 'gone' }))
    request.on('close', () => resolve({ ok: false, reason: 'gone' }))
  })
}
