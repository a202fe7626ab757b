/**
 * @license
 * Prices of the slow page
 */

const MILLISECONDS = 300

/** Blocks the page, as a sum over a large cart does. */
export function priceOf({ currentTarget }: Event): void {
  const end = performance.now() + MILLISECONDS
  let sum = 0
  while (performance.now() < end) sum += Math.sqrt(sum + 1)
  ;(currentTarget as Element).setAttribute('data-sum', String(sum))
}
