// Memory to count in, used again by every question: new pieces of some megabytes each time would stay until they are collected.

export type Scratch = {
  /** So many zeros, good until the next are asked for. */
  zeros(length: number): Uint32Array
}

export function createScratch(): Scratch {
  let piece = new Uint32Array(0)
  return {
    zeros(length) {
      if (piece.length < length) piece = new Uint32Array(length)
      return piece.subarray(0, length).fill(0)
    },
  }
}
