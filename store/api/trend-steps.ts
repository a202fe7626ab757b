// The steps of the trends that are made of rows per hour: operations and web vitals.

const HOUR_SECONDS = 3_600
const NANOSECONDS = 1_000_000_000n

/** Hours of one step, for ranges up to so many hours: a chart has at most some sixty points. */
const STEPS = [
  { hours: 1, upTo: 48 },
  { hours: 6, upTo: 14 * 24 },
  { hours: 24, upTo: Infinity },
]

export function trendSeconds({ from, until }: { from: bigint; until: bigint }): number {
  const hours = Number((until - from) / NANOSECONDS) / HOUR_SECONDS
  return STEPS.find(({ upTo }) => hours <= upTo)!.hours * HOUR_SECONDS
}

/** The start of the step of a row, in seconds since 1970. The parameter `step`: `trendSeconds`. */
export function stepOf(column: string): string {
  return `intDiv(toUnixTimestamp(${column}), {step:UInt32}) * {step:UInt32}`
}

export function instantOfSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
