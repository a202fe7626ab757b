// The body of a request: limited, unpacked, and decoded to OTLP's JSON form.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { readLogs, readMetrics, readTraces } from '../../../otlp/read.ts'
import type { LogsRequest, MetricsRequest, Signal, TracesRequest } from '../../../otlp/otlp-json.ts'

/** Of a body, packed and unpacked. A collector sends 8 MiB of protobuf, which is some 16 MiB as JSON. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Bytes of a larger body that go to the quarantine: enough to identify the sender. */
const QUARANTINE_BYTES = 1024 * 1024

export type Encoding = 'json' | 'protobuf'
type BodyResult = { ok: true; bytes: Buffer } | { ok: false; reason: string; bytes: Buffer }
type DecodedRequest = { traces: TracesRequest; logs: LogsRequest; metrics: MetricsRequest }

export async function readBody(message: IncomingMessage): Promise<BodyResult> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BODY_BYTES)
    return {
      ok: false,
      reason: `larger than ${MAX_BODY_BYTES} bytes`,
      bytes: Buffer.concat(chunks, QUARANTINE_BYTES),
    }
  return unpack(Buffer.concat(chunks), message.headers['content-encoding'])
}

function unpack(bytes: Buffer, encoding = 'identity'): BodyResult {
  if (/^identity$/i.test(encoding)) return { ok: true, bytes }
  if (!/^(?:x-)?gzip$/i.test(encoding))
    return { ok: false, reason: `content encoding ${encoding.slice(0, 40)} is unknown`, bytes }
  try {
    return { ok: true, bytes: gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }) }
  } catch (error) {
    return { ok: false, reason: `gzip: ${error instanceof Error ? error.message : 'broken'}`, bytes }
  }
}

/** 32 hex digits that identify the request. */
export function hashOf(signal: Signal, bytes: Buffer): string {
  return createHash('sha256').update(signal).update(bytes).digest('hex').slice(0, 32)
}

const PROTOBUF = { traces: readTraces, logs: readLogs, metrics: readMetrics }

/** Throws where the body is neither JSON nor OTLP's protobuf. No bytes are the empty request. */
export function decode<S extends Signal>(signal: S, encoding: Encoding, bytes: Buffer): DecodedRequest[S] {
  if (bytes.length === 0) return {}
  if (encoding === 'protobuf') return PROTOBUF[signal](bytes)
  const request: unknown = JSON.parse(new TextDecoder('utf-8').decode(bytes))
  if (request === null) return {}
  if (typeof request !== 'object' || Array.isArray(request)) throw new TypeError('the body is not an object')
  return request
}
