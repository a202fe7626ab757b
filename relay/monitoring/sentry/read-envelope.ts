// Reads the body of a request as an envelope, in pieces and decompressed, within a limit of bytes.
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { type Envelope, type EnvelopeLimits, EnvelopeReader } from './envelope.ts'

/** Bytes of an envelope, before and after decompression: recordings reach ten million. */
const MAX_ENVELOPE = 20 * 1024 * 1024

/** The problem of a larger one. */
export const TOO_LARGE = `The envelope is larger than ${MAX_ENVELOPE} bytes.`

const TOO_EARLY = 'The body ended too early.'

/** The encodings of HTTP that SDKs use; some write the header without a value. */
const DECODERS = new Map<string, (() => Transform) | null>([
  ['', null],
  ['identity', null],
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', () => zlib.createInflate()],
  ['br', () => zlib.createBrotliDecompress()],
])
// Not in Node 20.
if ('createZstdDecompress' in zlib) DECODERS.set('zstd', () => zlib.createZstdDecompress())

export function isReadableEncoding(encoding: string): boolean {
  return DECODERS.has(encoding)
}

/**
 * What arrived before a problem is in the envelope. `encoding`: one that is readable. The rest of a body that
 * is not read to its end is discarded, so that the connection serves the next request.
 */
export async function readEnvelope(
  request: IncomingMessage,
  encoding: string,
  limits: EnvelopeLimits,
): Promise<Envelope> {
  const reader = new EnvelopeReader(limits)
  const decoder = DECODERS.get(encoding)?.() ?? null
  const problem = await readInto(reader, request, decoder)
  request.unpipe()
  decoder?.destroy()
  request.resume()
  const envelope = reader.end()
  return problem === null ? envelope : { ...envelope, problem }
}

/** Null: the body was read to its end. */
async function readInto(
  reader: EnvelopeReader,
  request: IncomingMessage,
  decoder: Transform | null,
): Promise<string | null> {
  const source: Readable = decoder ?? request
  if (decoder !== null) {
    request.on('error', (error) => decoder.destroy(error))
    request.on('close', () => {
      if (!request.complete) decoder.destroy(new Error('incomplete'))
    })
    request.pipe(decoder)
  }
  let size = 0
  return new Promise((resolve) => {
    source.on('data', (chunk: Buffer) => {
      if (reader.isBroken || size > MAX_ENVELOPE) return
      size += chunk.length
      if (size > MAX_ENVELOPE) return resolve(TOO_LARGE)
      reader.push(chunk)
      // The answer does not wait for the rest.
      if (reader.isBroken) resolve(null)
    })
    source.on('end', () => resolve(null))
    source.on('error', () =>
      resolve(request.complete ? 'The body is damaged: it cannot be decompressed.' : TOO_EARLY),
    )
    source.on('close', () => resolve(TOO_EARLY))
  })
}
