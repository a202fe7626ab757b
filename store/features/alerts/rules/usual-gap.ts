// The longest gap between two minutes of activity that is usual for a service.

const MINUTES_OF_DAY = 24 * 60

/** Less past says nothing. */
const MIN_DAYS = 2

/**
 * Gaps that ended in the last two weeks and a day are compared: at any time, two of each night and weekend.
 * The day is for services that begin at another time two weeks later.
 */
export const GAP_DAYS = 15

/** In minutes. A service that sleeps as long at night sleeps longer at weekends. */
const SLEEP = 180
const DAYS_WITH_WEEKEND = 8

/**
 * In minutes. The longest gap that occurred twice: nights and weekends did, an outage did not. A service that
 * sleeps at night and has had one weekend only: the longest. Null: there is too little past.
 *
 * @param minutes with activity, in their order; the last gap ended in the last of them
 * @param now the minute of the evaluation
 */
export function usualGap(minutes: Uint32Array, now: number): number | null {
  const days = (now - minutes[0]!) / MINUTES_OF_DAY
  if (!hasEnoughPast(minutes)) return null
  let [longest, second] = [0, 0]
  for (let at = minutes.length - 1; at > 0 && minutes[at]! > now - GAP_DAYS * MINUTES_OF_DAY; at--) {
    const gap = minutes[at]! - minutes[at - 1]! - 1
    if (gap > longest) [longest, second] = [gap, longest]
    else if (gap > second) second = gap
  }
  if (second < SLEEP || days >= GAP_DAYS) return second
  return days < DAYS_WITH_WEEKEND ? null : longest
}

/** Its activity spans two days. */
export function hasEnoughPast(minutes: Uint32Array): boolean {
  return minutes.length > 1 && minutes.at(-1)! - minutes[0]! >= MIN_DAYS * MINUTES_OF_DAY
}
