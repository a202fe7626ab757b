// Reads a body within its bounds, before and after unpacking. A refusal leaves the socket in order: the rest is read and thrown away.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'

/** `beginning` is what was read of a body that is too large before it was unpacked. */
export type Body =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: 'too large'; beginning: Buffer }
  | { ok: false; reason: 'broken' | 'gone' }

/** Below this, unpacking costs less than the way to another thread and back. */
const SMALL_BYTES = 16 * 1024

/** Enough to see what a body is that is too large to be read. */
const BEGINNING_BYTES = 64 * 1024
/** A sender that announces too much and then stays silent is not waited for. */
const BEGINNING_MS = 100

/** Packed bytes say nothing of what is in them. */
const UNREAD: Body = { ok: false, reason: 'too large', beginning: Buffer.alloc(0) }

const unpack = promisify(gunzip)

export async function readBody(request: IncomingMessage, gzip: boolean, limit: number): Promise<Body> {
  const body = await readAll(request, limit)
  if (!gzip) return body
  if (!body.ok) return body.reason === 'too large' ? UNREAD : body
  try {
    const options = { maxOutputLength: limit }
    return {
      ok: true,
      bytes:
        body.bytes.length < SMALL_BYTES ? gunzipSync(body.bytes, options) : await unpack(body.bytes, options),
    }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? UNREAD : { ok: false, reason: 'broken' }
  }
}

function readAll(request: IncomingMessage, limit: number): Promise<Body> {
  const isAnnounced = Number(request.headers['content-length']) > limit
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const refuse = () => {
      isRefused = true
      resolve({
        ok: false,
        reason: 'too large',
        beginning: Buffer.concat(chunks).subarray(0, BEGINNING_BYTES),
      })
      chunks = []
    }
    const impatience = isAnnounced ? setTimeout(refuse, BEGINNING_MS) : undefined
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return
      size += chunk.length
      chunks.push(chunk)
      if (size > limit || (isAnnounced && size >= BEGINNING_BYTES)) refuse()
    })
    request.on('end', () =>
      resolve({ ok: true, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
    )
    request.on('error', () => resolve({ ok: false, reason: 'gone' }))
    request.on('close', () => {
      clearTimeout(impatience)
      resolve({ ok: false, reason: 'gone' })
    })
  })
}
