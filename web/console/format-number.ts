// How counts read: thousands with a comma, zero is `0`, unknown is `–`.

const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export function count(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : FORMAT.format(value)
}

/** `1 event`, `2 events`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** `61 %`, `0.6 %`; never `0 %` for something nor `100 %` for not all. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  const value = (part / whole) * 100
  if (value === 0 || value === 100) return `${value} %`
  const decimals = value < 1 || value > 99 ? 1 : 0
  return `${Math.min(99.9, Math.max(0.1, value)).toFixed(decimals)} %`
}

/** `31.2 MB`. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let index = 0
  let rest = value
  while (rest >= 1000 && index < units.length - 1) {
    rest /= 1000
    index += 1
  }
  return `${rest >= 100 || index === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[index]}`
}
