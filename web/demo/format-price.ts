const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `amount` in pounds. */
export function formatPrice(amount: number): string {
  return format.format(amount)
}
