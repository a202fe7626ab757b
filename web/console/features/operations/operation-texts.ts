// Shares, rates and changes of operations as text.
import { formatCount, formatFew } from '../../format/format-number.ts'

/** At or above this error share, it is shown in red. */
const MANY_ERRORS = 0.02
/** Smaller differences between percentiles are noise. */
const SAME = 0.1

export function hasManyErrors(share: number): boolean {
  return share >= MANY_ERRORS
}

/** `41.2 %`, `0.62 %`, `0`. A share above 0 is never shown as 0. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return '–'
  if (share === 0 || share === 1) return share === 0 ? '0' : '100 %'
  const percent = Math.min(99.9, Math.max(0.01, share * 100))
  return `${percent < 1 ? percent.toFixed(2) : percent.toFixed(1)} %`
}

/** `9.9 a minute`; rare calls by the hour or by the day. */
export function formatRate(count: number, milliseconds: number): string {
  const perMinute = count / (milliseconds / 60_000)
  if (perMinute >= 1) return `${formatFew(perMinute)} a minute`
  return perMinute * 60 >= 1 ? `${formatFew(perMinute * 60)} an hour` : `${formatFew(perMinute * 1440)} a day`
}

/** A baseline count as a number in the unit that `formatRate` chooses for `count`. */
export function formatBaselineRate(baseline: number, count: number, milliseconds: number): string {
  const unit = formatRate(count, milliseconds).split(' ').slice(1).join(' ')
  const perMinute = baseline / (milliseconds / 60_000)
  const factor = { 'a minute': 1, 'an hour': 60, 'a day': 1440 }[unit] ?? 1
  return formatFew(perMinute * factor)
}

export type Change = { text: string; tone: 'worse' | 'better' | 'same' }

/** `×10.5`, `+17 %`, `same`, `−36 %`. Null without a baseline. */
export function changeOf(value: number, baseline: number | undefined): Change | null {
  if (!baseline) return null
  const ratio = value / baseline
  if (Math.abs(ratio - 1) < SAME) return { text: 'same', tone: 'same' }
  if (ratio >= 2) return { text: `×${ratio < 99.5 ? ratio.toFixed(1) : formatCount(ratio)}`, tone: 'worse' }
  const percent = Math.round(Math.abs(ratio - 1) * 100)
  return ratio > 1
    ? { text: `+${percent} %`, tone: 'worse' }
    : { text: `−${Math.min(99, percent)} %`, tone: 'better' }
}
