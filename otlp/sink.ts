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
  /** Appended to every resource container. */
  stamp: Uint8Array
  /** Items so far, rejected ones included. */
  items: number
  accepted: number
  /** Values that a strict receiver would have refused the whole request for. */
  repaired: number
  /** Rejected items by reason: a few words for the sender. */
  rejected: Map<string, number>
}
