// A range cut into equal buckets for a chart: between two dozen and threescore, of lengths that people know.
import type { Filters } from '../api/http/filters.ts'
import { rfc3339OfNanoseconds } from '../rfc3339.ts'

const MINUTE = 60_000_000_000n
const HOUR = 60n * MINUTE
const STEPS = [
  MINUTE,
  5n * MINUTE,
  10n * MINUTE,
  30n * MINUTE,
  HOUR,
  3n * HOUR,
  6n * HOUR,
  12n * HOUR,
  24n * HOUR,
  168n * HOUR,
]

/** More bars than this are thinner than what a row of the inbox can show. */
const MOST = 60n

export type Buckets = { first: bigint; step: bigint; count: number }

export function bucketsOf({ from, until }: Filters): Buckets {
  const length = until - from
  const step = STEPS.find((candidate) => length <= candidate * MOST) ?? length / MOST + 1n
  // The last bucket holds the end, or ends there; what a fast clock dated ahead is drawn in it too.
  const count = ceiling(length, step)
  return { first: (ceiling(until, step) - count) * step, step, count: Number(count) }
}

function ceiling(length: bigint, step: bigint): bigint {
  return (length + step - 1n) / step
}

/** The number of a row's bucket. What lies outside is counted in the outermost, so that the sum is that of the rows. */
export const BUCKET = `toUInt32(least(greatest(intDiv(toUnixTimestamp64Nano(Timestamp) - {first:Int64}, {step:Int64}), 0), {last:Int64}))`

export function bucketParameters({ first, step, count }: Buckets): {
  first: string
  step: string
  last: string
} {
  return { first: String(first), step: String(step), last: String(count - 1) }
}

export function bucketStarts({ first, step, count }: Buckets): string[] {
  return Array.from({ length: count }, (_, at) => rfc3339OfNanoseconds(first + BigInt(at) * step))
}
