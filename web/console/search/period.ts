// The time range of the filters as text, and as the ends of a chart. The URL is read without it.
import { DEFAULT_RANGE, type Filters, type Range, RANGES } from './filters.ts'

const RANGE_HOURS: Record<Range, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

/** `in the last 24 hours`, or `in the selected time`. */
export function describePeriod({ from, range }: Filters): string {
  return from ? 'in the selected time' : `in the ${RANGES[range ?? DEFAULT_RANGE].toLowerCase()}`
}

/** The ends of the time of a chart, in milliseconds since 1970. */
export function chartPeriod({ from, to, range }: Filters, now: number): { start: number; end: number } {
  if (from && to) return { start: Date.parse(from), end: Date.parse(to) }
  return { start: now - RANGE_HOURS[range ?? DEFAULT_RANGE] * 3_600_000, end: now }
}
