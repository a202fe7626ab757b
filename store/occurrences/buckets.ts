// Divides a time range into the buckets of a chart: at most 60, of one round length.
const MINUTE = 60_000_000_000n
const HOUR = 60n * MINUTE

/** Lengths of a bucket in nanoseconds. */
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

/** More bars would be thinner than a pixel or two in a row of the issue list. */
const MAX_BUCKETS = 60n

/** `first`: start of the first bucket, `step`: length of each, both in nanoseconds. */
export type Buckets = { first: bigint; step: bigint; count: number }

/** Starts are multiples of the step. The last bucket contains `until`, or ends there. */
export function bucketsOf({ from, until }: { from: bigint; until: bigint }): Buckets {
  const length = until - from
  const step = STEPS.find((candidate) => length <= candidate * MAX_BUCKETS) ?? length / MAX_BUCKETS + 1n
  const count = divideUp(length, step)
  return { first: (divideUp(until, step) - count) * step, step, count: Number(count) }
}

function divideUp(length: bigint, step: bigint): bigint {
  return (length + step - 1n) / step
}

/**
 * The bucket of a row. Occurrences outside all buckets (clocks that run fast) count in the first or the last,
 * so that the sum is the number of rows.
 */
export const BUCKET = `toUInt32(least(greatest(
  intDiv(toUnixTimestamp64Nano(Timestamp) - {first:Int64}, {step:Int64}), 0), {last:Int64}))`

/** The parameters of `BUCKET`. */
export function bucketParameters({ first, step, count }: Buckets): Record<'first' | 'step' | 'last', string> {
  return { first: String(first), step: String(step), last: String(count - 1) }
}

/** RFC 3339, one per bucket. */
export function bucketStarts({ first, step, count }: Buckets): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Number((first + BigInt(at) * step) / 1_000_000n)).toISOString(),
  )
}
