// The body of a request: limited, unpacked, and decoded to OTLP's JSON form.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { contentEncodingOf, readBody as readLimited } from '../../../server/body.ts'
import { readLogs, readMetrics, readTraces } from '../../../otlp/read.ts'
import { DELIMITED, ProtobufReader } from '../../../otlp/protobuf-reader.ts'
import type { LogsRequest, MetricsRequest, Signal, TracesRequest } from '../../../otlp/otlp-json.ts'

/** Of a body, packed and unpacked. A collector sends 8 MiB of protobuf, which is some 16 MiB as JSON. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

export type Encoding = 'json' | 'protobuf'
type BodyResult = { ok: true; bytes: Buffer } | { ok: false; reason: string; bytes: Buffer }
type DecodedRequest = { traces: TracesRequest; logs: LogsRequest; metrics: MetricsRequest }

/** Throws for a body that ended too early: its sender sends it again. */
export async function readBody(message: IncomingMessage): Promise<BodyResult> {
  const encoding = contentEncodingOf(message)
  const body = await readLimited(message, MAX_BODY_BYTES, encoding)
  if (!body.ok) {
    if (body.reason === 'incomplete') throw new Error('a body ended too early')
    return { ok: false, reason: `${body.reason}, limit ${MAX_BODY_BYTES} bytes`, bytes: body.start }
  }
  if (encoding !== undefined) return body
  const name = message.headers['content-encoding']!.slice(0, 40)
  return { ok: false, reason: `content encoding ${name} is unknown`, bytes: body.bytes }
}

/** 32 hex digits that identify the request. */
export function hashOf(signal: Signal, bytes: Buffer): string {
  return createHash('sha256').update(signal).update(bytes).digest('hex').slice(0, 32)
}

/** `resourceSpans` and `resourceLogs`, the only field of a request. */
const RESOURCE_TAG = (1 << 3) | DELIMITED

/** A relay's request of 2 MiB has fewer. A request with more is recognised as a whole. */
const MAX_RESOURCES = 16_000

/**
 * A relay that waits in vain for the collector sends its envelopes again, in requests with other neighbours,
 * and the collector may have had the first ones: an envelope is recognised by the bytes of its resource,
 * which collectors pass on as they are. One hash per resource of a protobuf request, in order; the only one
 * has the hash of the request. Null: it has too many, or is not written as encoders do. Never throws: the
 * decoder explains what is wrong.
 */
export function resourceHashes(signal: Signal, bytes: Buffer): string[] | null {
  const reader = new ProtobufReader(bytes)
  const hashes: string[] = []
  try {
    while (reader.at < bytes.length) {
      const start = reader.at
      if (reader.tag(bytes.length) !== RESOURCE_TAG || hashes.length === MAX_RESOURCES) return null
      reader.skip(DELIMITED, bytes.length)
      hashes.push(hashOf(signal, bytes.subarray(start, reader.at)))
    }
  } catch {
    return null
  }
  return hashes
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
