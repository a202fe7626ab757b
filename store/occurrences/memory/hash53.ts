// A 53-bit hash of a text in UTF-8: it fits a JavaScript number, and two texts collide with probability 1
// in 9·10¹⁵.

/** The hash of the bytes from `start` to `end`; 0 for none. */
export type Hasher = (bytes: Uint8Array, start: number, end: number) => number

/** Each hasher has a random seed: nobody can construct ids that collide and so count as one user. */
export function createHasher(): Hasher {
  const [first, second] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number]
  return (bytes, start, end) => {
    if (start === end) return 0
    let low = first ^ (end - start)
    let high = second
    for (let at = start; at < end; at++) {
      low = Math.imul(low ^ bytes[at]!, 0x01_00_01_93)
      high = Math.imul(high ^ bytes[at]!, 0x85_eb_ca_6b)
      high ^= high >>> 15
    }
    low = mix(low ^ (high >>> 7))
    high = mix(high ^ low)
    return (high & 0x1f_ff_ff) * 0x1_00_00_00_00 + (low >>> 0) || 1
  }
}

/** Every bit of the input changes about half of the bits of the output. */
function mix(input: number): number {
  const half = Math.imul(input ^ (input >>> 16), 0x7f_eb_35_2d)
  const full = Math.imul(half ^ (half >>> 15), 0x84_6c_a6_8b)
  return full ^ (full >>> 16)
}
