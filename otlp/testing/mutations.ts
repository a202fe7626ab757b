// Damaged copies of a request: inputs for tests of readers.
import * as fc from 'fast-check'

/** Bytes of which JSON, its numbers and its escapes consist. Others mostly end in the middle of a text. */
export const JSON_BYTES = Buffer.from('{}[],:"\\ \n0123456789-+.eEutfnxA/@=')

/** Copies with up to four other bytes; `usual`: bytes that are chosen as often as all others together. */
export function mutationsOf(request: Uint8Array, usual?: Uint8Array): fc.Arbitrary<Buffer> {
  const byte = usual === undefined ? fc.nat(255) : fc.oneof(fc.constantFrom(...usual), fc.nat(255))
  const change = fc.record({ position: fc.nat(request.length - 1), byte })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = Buffer.from(request)
    for (const { position, byte } of changes) copy[position] = byte
    return copy
  })
}
