// Reads a body within its limits, before and after decompression. What exceeds them is read and thrown away,
// so that the socket serves the next request.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'

/** `start`: the first bytes of a body that is too large; empty for a compressed one. */
export type Body =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: 'too large'; start: Buffer }
  | { ok: false; reason: 'corrupt' | 'aborted' }

/** Smaller bodies are decompressed faster than another thread is reached. */
const SYNC_BYTES = 16 * 1024
/** Enough to recognize what a body is that is too large to be read. */
const START_BYTES = 64 * 1024
/** A sender that announces too much and then sends nothing is not waited for. */
const START_MS = 100

const TOO_LARGE: Body = { ok: false, reason: 'too large', start: Buffer.alloc(0) }

const gunzipAsync = promisify(gunzip)

/** `limit`: bytes, before and after decompression. */
export async function readBody(request: IncomingMessage, isGzip: boolean, limit: number): Promise<Body> {
  const body = await readBytes(request, limit)
  if (!isGzip) return body
  if (!body.ok) return body.reason === 'too large' ? TOO_LARGE : body
  const { bytes } = body
  const options = { maxOutputLength: limit }
  try {
    const isSmall = bytes.length < SYNC_BYTES
    return { ok: true, bytes: isSmall ? gunzipSync(bytes, options) : await gunzipAsync(bytes, options) }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? TOO_LARGE : { ok: false, reason: 'corrupt' }
  }
}

function readBytes(request: IncomingMessage, limit: number): Promise<Body> {
  const announcesTooMuch = Number(request.headers['content-length']) > limit
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const refuse = () => {
      isRefused = true
      const start = Buffer.concat(chunks).subarray(0, START_BYTES)
      resolve({ ok: false, reason: 'too large', start })
      chunks = []
    }
    const timer = announcesTooMuch ? setTimeout(refuse, START_MS) : undefined
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return
      size += chunk.length
      chunks.push(chunk)
      if (size > limit || (announcesTooMuch && size >= START_BYTES)) refuse()
    })
    request.on('end', () =>
      resolve({ ok: true, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
    )
    request.on('error', () => resolve({ ok: false, reason: 'aborted' }))
    request.on('close', () => {
      clearTimeout(timer)
      resolve({ ok: false, reason: 'aborted' })
    })
  })
}
