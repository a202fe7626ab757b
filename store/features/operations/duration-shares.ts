// The distribution of durations over fixed logarithmic steps, from percentiles.

const STEPS_OF_TEN = 5
const [FIRST_EXPONENT, LAST_EXPONENT] = [0, 4]

/** Milliseconds: twenty steps from 1 ms to 10 s, their lower edges. The last one has all that is longer. */
const EDGES = Array.from(
  { length: (LAST_EXPONENT - FIRST_EXPONENT) * STEPS_OF_TEN },
  (_, at) => 10 ** (FIRST_EXPONENT + at / STEPS_OF_TEN),
)

export const DURATIONS_NS = EDGES.map((edge) => Math.round(edge * 1e6))

/** A percent of the values is between two of them, which is less than a pixel of a small histogram. */
export const LEVELS = Array.from({ length: 101 }, (_, percent) => percent / 100)

/** `values`: milliseconds at `LEVELS`, ascending. The shares sum up to 1. */
export function durationShares(values: number[]): number[] {
  const below = EDGES.map((edge) => shareBelow(values, edge))
  // Whatever is shorter than the first edge is in the first step.
  return below.map((share, at) => round((below[at + 1] ?? 1) - (at === 0 ? 0 : share)))
}

/** Between two percentiles, the values are spread evenly. */
function shareBelow(values: number[], edge: number): number {
  const parts = values.slice(1).map((high, at) => {
    const low = values[at]!
    if (high < edge) return 1
    return low < edge ? (edge - low) / (high - low) : 0
  })
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length)
}

function round(share: number): number {
  return Math.round(share * 1e4) / 1e4
}
