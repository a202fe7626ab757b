// The bytes of a request: bounded, unpacked, and decoded into OTLP's JSON shape.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { readLogs, readMetrics, readTraces } from '../../otlp/read.ts'
import type { LogsRequest, MetricsRequest, Signal, TracesRequest } from '../../otlp/otlp-json.ts'

/** Bytes of one body, packed and unpacked. A collector takes 8 MiB of protobuf, which is some 16 MiB as JSON. */
export const MAX_BODY = 64 * 1024 * 1024

/** What is put aside of a body that is larger: enough to see who sent it and what. */
const BEGINNING = 1024 * 1024

export type Encoding = 'json' | 'protobuf'
export type Read = { ok: true; bytes: Buffer } | { ok: false; reason: string; bytes: Buffer }
export type Request = { traces: TracesRequest; logs: LogsRequest; metrics: MetricsRequest }

export async function readBody(message: IncomingMessage): Promise<Read> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY) chunks.push(chunk)
  }
  if (size > MAX_BODY)
    return { ok: false, reason: `larger than ${MAX_BODY} bytes`, bytes: Buffer.concat(chunks, BEGINNING) }
  return unpack(Buffer.concat(chunks), message.headers['content-encoding'])
}

function unpack(bytes: Buffer, encoding = 'identity'): Read {
  if (/^identity$/i.test(encoding)) return { ok: true, bytes }
  if (!/^(?:x-)?gzip$/i.test(encoding))
    return { ok: false, reason: `content encoding ${encoding.slice(0, 40)} is unknown`, bytes }
  try {
    return { ok: true, bytes: gunzipSync(bytes, { maxOutputLength: MAX_BODY }) }
  } catch (error) {
    return { ok: false, reason: `gzip: ${error instanceof Error ? error.message : 'broken'}`, bytes }
  }
}

/** Thirty-two hex digits that know the body again. */
export function hashOf(signal: Signal, bytes: Buffer): string {
  return createHash('sha256').update(signal).update(bytes).digest('hex').slice(0, 32)
}

const PROTOBUF = { traces: readTraces, logs: readLogs, metrics: readMetrics }

/** Throws on what is neither JSON nor OTLP's protobuf. Nothing at all is the empty request. */
export function decode<S extends Signal>(signal: S, encoding: Encoding, bytes: Buffer): Request[S] {
  if (bytes.length === 0) return {}
  if (encoding === 'protobuf') return PROTOBUF[signal](bytes)
  const request: unknown = JSON.parse(new TextDecoder('utf-8').decode(bytes))
  if (request === null) return {}
  if (typeof request !== 'object' || Array.isArray(request)) throw new TypeError('the body is no object')
  return request
}
