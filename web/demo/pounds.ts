const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

export function pounds(amount: number): string {
  return format.format(amount)
}
