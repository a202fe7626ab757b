// The five web vitals: limits from web.dev/vitals (milliseconds, CLS without unit), and values as text.
import type { VitalRating } from '../../../../contract/vitals.ts'
import { formatDuration } from '../../format/format-time.ts'

export const VITALS = ['LCP', 'INP', 'CLS', 'TTFB', 'FCP'] as const
export type VitalName = (typeof VITALS)[number]

type Vital = { title: string; good: number; poor: number }

export const VITAL_LIMITS: Record<VitalName, Vital> = {
  LCP: { title: 'Largest Contentful Paint: time until the main content is visible', good: 2500, poor: 4000 },
  INP: {
    title: 'Interaction to Next Paint: time until a click or key press has a visible effect',
    good: 200,
    poor: 500,
  },
  CLS: { title: 'Cumulative Layout Shift: how much the content moves unexpectedly', good: 0.1, poor: 0.25 },
  TTFB: { title: 'Time to First Byte: time until the server responds', good: 800, poor: 1800 },
  FCP: { title: 'First Contentful Paint: time until the first content is visible', good: 1800, poor: 3000 },
}

export const RATING_TEXTS: Record<VitalRating, string> = {
  good: 'good',
  'needs-improvement': 'needs work',
  poor: 'poor',
}

/** Smaller differences are not noticeable: CLS, and milliseconds of the others. */
const [SAME_SHIFT, SAME_MS] = [0.005, 1]

/** `+0.58 s`, `−12 ms`, `unchanged`. */
export function formatVitalChange(name: string, before: number, value: number): string {
  const difference = value - before
  const size = Math.abs(difference)
  if (size < (name === 'CLS' ? SAME_SHIFT : SAME_MS)) return 'unchanged'
  return `${difference < 0 ? '−' : '+'}${formatVital(name, size)}`
}

export function rate(name: VitalName, value: number): VitalRating {
  const { good, poor } = VITAL_LIMITS[name]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-improvement' : 'poor'
}

const NANOSECONDS_PER_MILLISECOND = 1e6

/** `2.98 s`, `176 ms`; CLS `0.06`. */
export function formatVital(name: string, value: number): string {
  return name === 'CLS' ? value.toFixed(2) : formatDuration(Math.round(value) * NANOSECONDS_PER_MILLISECOND)
}
