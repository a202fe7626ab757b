// Numbers as text: counts, percentages, bytes. An unknown number is `–`.

const COUNT_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const PLURAL_RULES = new Intl.PluralRules('en')

/** `1,284`. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : COUNT_FORMAT.format(value)
}

/** `1 event`, `2 events`. `plural` is needed where it is not the noun with an s. */
export function pluralize(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${PLURAL_RULES.select(value) === 'one' ? noun : plural}`
}

/** `61 %`, `0.6 %`. Never `0 %` for a part that exists, nor `100 %` for less than all. */
export function formatPercent(part: number, total: number): string {
  if (total === 0) return '–'
  const value = (part / total) * 100
  if (value === 0 || value === 100) return `${value} %`
  const decimals = value < 1 || value > 99 ? 1 : 0
  return `${Math.min(99.9, Math.max(0.1, value)).toFixed(decimals)} %`
}

/** A measured share from 0 to 1: `97.12 %`. `100 %` only for all. */
export function formatRate(share: number): string {
  return share === 1 ? '100 %' : `${Math.min(99.99, share * 100).toFixed(2)} %`
}

/** With two significant digits if it is small: `448`, `4.2`, `0.04`. */
export function formatFew(value: number): string {
  if (value >= 9.95) return formatCount(value)
  return value >= 0.095 || value === 0 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(2)
}

/** `31.2 MB`. */
export function formatBytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let index = 0
  let rest = value
  while (rest >= 1000 && index < units.length - 1) {
    rest /= 1000
    index += 1
  }
  return `${rest >= 100 || index === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[index]}`
}

const [MIB, GIB] = [2 ** 20, 2 ** 30]

/** A limit in the unit in which people set it: `512 MiB`, `2 GiB`; others as bytes are shown. */
export function formatLimit(value: number): string {
  if (value >= GIB && value % GIB === 0) return `${formatCount(value / GIB)} GiB`
  return value >= MIB && value % MIB === 0 ? `${formatCount(value / MIB)} MiB` : formatBytes(value)
}
