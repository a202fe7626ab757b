// One buffer for the hash tables of all aggregations: a new one of some megabytes per request would burden
// the garbage collector.

export type BufferPool = {
  /** `length` zeros, valid until the next call. */
  zeros(length: number): Uint32Array
}

export function createBufferPool(): BufferPool {
  let buffer = new Uint32Array(0)
  return {
    zeros(length) {
      if (buffer.length < length) buffer = new Uint32Array(length)
      return buffer.subarray(0, length).fill(0)
    },
  }
}
