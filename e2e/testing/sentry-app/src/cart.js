/** The sum of all lines of an order. */
export function total(order) {
  return order.lines.reduce((sum, line) => sum + line.amount, 0)
}
