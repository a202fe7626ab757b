// What a rule compares with, and how its numbers are written in texts.
import type { StoredRule } from './rule.ts'

/** The members of `defaults`, with the values of the rule. Values of another type are not read. */
export function thresholdOf<Values extends Record<string, number | string>>(
  { threshold }: StoredRule,
  defaults: Values,
): Values {
  const set = Object.entries(threshold).filter(([name, value]) => typeof value === typeof defaults[name])
  return { ...defaults, ...Object.fromEntries(set) }
}

/** "1 event", "1,284 events". */
export function countOf(count: number, unit: string): string {
  return `${rounded(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** Whole numbers from 10 on, one decimal below: "1,284", "2.4". */
export function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

/** "10 minutes", "1 hour", "3 days": of a length that people chose. */
export function lengthOf(minutes: number): string {
  if (minutes % 1_440 === 0) return countOf(minutes / 1_440, 'day')
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hour') : countOf(minutes, 'minute')
}

/** The same of a measured length, in the two largest units: "3 h 20 min". */
export function roughLength(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  const rest = Math.round(minutes % 60)
  const parts =
    days > 0
      ? [`${days} d`, hours > 0 && `${hours} h`]
      : [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`]
  return parts.filter(Boolean).join(' ') || '0 min'
}

/** In decimals that a JSON answer needs. */
export function decimals(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
