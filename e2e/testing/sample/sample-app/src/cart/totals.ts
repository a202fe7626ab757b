import type { Line } from './quote.ts'

/** In cents. A line without a quote has no price yet. */
export function cartTotal(lines: Line[]): number {
  let total = 0
  for (const { price, quantity } of lines) {
    total += price.amount * quantity
  }
  return total
}
