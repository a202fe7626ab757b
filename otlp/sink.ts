// The state of writing one request.
import type { Int64 } from './int64.ts'
import type { ProtobufWriter } from './protobuf-writer.ts'
import type { Sanitizer } from './sanitizer.ts'

export type Sink = {
  writer: ProtobufWriter
  /** Where numbers are parsed. */
  number: Int64
  sanitizer: Sanitizer
  /** False for requests of our own: items may lack ids, and nothing is left out. */
  isStrict: boolean
  /** An encoded `resource` field that is appended to every resource container. */
  extraResource: Uint8Array
  /** Items so far, rejected ones included. */
  items: number
} & Counts

export type Counts = {
  /** Items: spans, log records, data points. */
  accepted: number
  /** Rejected items by reason: a few words for the sender. */
  rejected: Map<string, number>
  /** Values that were changed or left out, because a strict receiver would have refused the request. */
  repaired: number
}
