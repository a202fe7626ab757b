import type { Line } from './quote.ts'
import { cartTotal } from './totals.ts'

export function Summary({ lines }: { lines: Line[] }) {
  const total = cartTotal(lines)
  const cents = String(total % 100).padStart(2, '0')
  return `${lines.length} books, ${Math.floor(total / 100)}.${cents} €`
}
