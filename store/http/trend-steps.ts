// The steps of the trends of operations, web vitals and sessions, which have rows per hour.
import { SECOND_NS } from '../database/instants.ts'

const HOUR_SECONDS = 3_600

/**
 * Hours of one step, for ranges up to that many hours: a chart has about sixty points at most. `fine` has
 * twice as many, so that the drop after a deploy is visible. `short` also has steps of five minutes, for what
 * can be read from spans and records.
 */
const NORMAL = [
  { hours: 1, upTo: 48 },
  { hours: 6, upTo: 14 * 24 },
  { hours: 24, upTo: Infinity },
]
const STEPS = {
  short: [{ hours: 1 / 12, upTo: 3 }, ...NORMAL],
  fine: [
    { hours: 1, upTo: 48 },
    { hours: 3, upTo: 14 * 24 },
    { hours: 6, upTo: 31 * 24 },
    { hours: 24, upTo: Infinity },
  ],
}

export function trendSeconds(
  { from, until }: { from: bigint; until: bigint },
  steps: keyof typeof STEPS,
): number {
  const hours = Number((until - from) / SECOND_NS) / HOUR_SECONDS
  return STEPS[steps].find(({ upTo }) => hours <= upTo)!.hours * HOUR_SECONDS
}

/** The start of the step of a row, in seconds since 1970. The parameter `step`: `trendSeconds`. */
export function stepOf(column: string): string {
  return `intDiv(toUnixTimestamp(${column}), {step:UInt32}) * {step:UInt32}`
}

export function instantOfSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
