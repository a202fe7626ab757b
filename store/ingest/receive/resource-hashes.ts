// The hash of each resource of a request. A relay that waits in vain for the collector sends its envelopes
// again, in requests with other neighbours, and the collector may have had the first ones: an envelope is
// recognised by the bytes of its resource, which collectors pass on as they are.
import { DELIMITED, ProtobufReader } from '../../../otlp/protobuf-reader.ts'
import type { Signal } from '../../../otlp/otlp-json.ts'
import { hashOf } from './body.ts'

/** `resourceSpans` and `resourceLogs`, the only field of a request. */
const RESOURCE_TAG = (1 << 3) | DELIMITED

/** A relay's request has some hundreds. A request with more is recognised as a whole. */
const MAX_RESOURCES = 2_000

/**
 * One per resource of a protobuf request, in order; the only one has the hash of the request. Null: the
 * request has too many, or is not written as encoders do. Never throws: the decoder explains what is wrong.
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
