// Reads the body of a request within a limit, before and after decompression. What exceeds the limit is read
// and discarded, so that the connection serves the next request.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, gunzipSync } from 'node:zlib'

export type ContentEncoding = 'identity' | 'gzip' | 'br'

/** `start`: the first bytes, as they were sent, of a body that is too large, corrupt or incomplete. */
export type Body =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: 'too large' | 'corrupt' | 'incomplete'; start: Buffer }

/** Smaller bodies are decompressed faster than another thread is reached. */
const SYNC_BYTES = 16 * 1024
/** Enough to recognize what a body is that is too large to be read. */
const START_BYTES = 64 * 1024
/** A sender that announces too much and then sends nothing is refused after this time. */
const START_MS = 100

const gunzipAsync = promisify(gunzip)
const brotliAsync = promisify(brotliDecompress)

/** Undefined for an encoding that is not read here. */
export function contentEncodingOf({ headers }: IncomingMessage): ContentEncoding | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'x-gzip') return 'gzip'
  return encoding === 'identity' || encoding === 'gzip' || encoding === 'br' ? encoding : undefined
}

/** `limit`: bytes, before and after decompression. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  encoding: ContentEncoding = 'identity',
): Promise<Body> {
  const body = await readBytes(request, limit)
  if (!body.ok || encoding === 'identity') return body
  const { bytes } = body
  try {
    return { ok: true, bytes: await decompress(bytes, encoding, limit) }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { ok: false, reason: isTooLarge ? 'too large' : 'corrupt', start: bytes.subarray(0, START_BYTES) }
  }
}

function decompress(bytes: Buffer, encoding: 'gzip' | 'br', limit: number): Buffer | Promise<Buffer> {
  const options = { maxOutputLength: limit }
  if (encoding === 'br') return brotliAsync(bytes, options)
  return bytes.length < SYNC_BYTES ? gunzipSync(bytes, options) : gunzipAsync(bytes, options)
}

function readBytes(request: IncomingMessage, limit: number): Promise<Body> {
  const announcesTooMuch = Number(request.headers['content-length']) > limit
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    let isDone = false
    const refuse = (reason: 'too large' | 'incomplete') => {
      if (isDone) return
      isDone = true
      resolve({ ok: false, reason, start: Buffer.concat(chunks).subarray(0, START_BYTES) })
      chunks = []
    }
    const timer = announcesTooMuch ? setTimeout(refuse, START_MS, 'too large') : undefined
    request.on('data', (chunk: Buffer) => {
      if (isDone) return
      size += chunk.length
      chunks.push(chunk)
      if (size > limit || (announcesTooMuch && size >= START_BYTES)) refuse('too large')
    })
    request.on('end', () => {
      if (isDone) return
      isDone = true
      resolve({ ok: true, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
    })
    request.on('error', () => refuse('incomplete'))
    request.on('close', () => {
      clearTimeout(timer)
      refuse('incomplete')
    })
  })
}
