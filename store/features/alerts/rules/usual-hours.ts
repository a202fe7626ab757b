// How many events of an issue are usual at a time of day: by the same hour, the one before and the one after,
// of the days before.

export const DAYS_OF_WEEK_FORM = 7
export const DAYS_OF_LONG_FORM = 14

/** Fewer events in an hour than this number of spreads above the mean of the busiest hour may be chance. */
const SPREADS = 5
/** The long form leaves out this part of the largest counts: past outages. */
const TRIMMED = 0.05
/** And an hour must be this number of times the largest count, which is the 98th percentile of 42. */
const HIGH_FACTOR = 1.5

/** Beyond chance, the same hours vary by more than half of their mean: variance over its square. */
const UNEVEN = 0.2

export type LouderThreshold = { factor: number; count: number }

/**
 * `usual`: events in an hour. `limit`: the largest number of events that is not louder. `isUneven`: single
 * hours are often far from the mean, so that an alarm may be chance.
 */
export type Usual = { usual: number; limit: number; days: number; isUneven: boolean }

/**
 * `counts`: three for each day before, in the order of the hours. Of 14 days the long form, which outages
 * hardly change. Hours that vary more than a Poisson process have a larger spread.
 */
export function usualOf(counts: number[], days: number, { factor, count }: LouderThreshold): Usual {
  const isLong = days >= DAYS_OF_LONG_FORM
  const sorted = isLong ? counts.toSorted((a, b) => a - b) : counts
  const sample = isLong ? sorted.slice(0, Math.ceil(sorted.length * (1 - TRIMMED))) : counts
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1)
  const dispersion = mean > 0 ? Math.max(1, variance / mean) : 1
  const busiest = Math.max(mean, ...[0, 1, 2].map((hour) => meanOf(counts, hour)))
  // One more: a mean of few events is uncertain.
  const spread = Math.sqrt(dispersion * (busiest + 1))
  const limit = Math.max(count - 1, factor * mean, busiest + SPREADS * spread, lowestLimit(counts, days))
  return { usual: mean, limit, days, isUneven: variance - mean > UNEVEN * mean ** 2 }
}

/** Of the hour before, of the same hour, or of the one after: in the morning each is busier than the last. */
function meanOf(counts: number[], hour: number): number {
  const ofHour = counts.filter((_, index) => index % 3 === hour)
  return ofHour.reduce((sum, value) => sum + value, 0) / ofHour.length
}

/** The limit is not below it. It takes a twentieth of the time. */
export function lowestLimit(counts: number[], days: number): number {
  return days >= DAYS_OF_LONG_FORM ? HIGH_FACTOR * Math.max(...counts) : 0
}
