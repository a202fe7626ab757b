// The library that measures web vitals; loaded only where the application asks for them.
// The chunk is named after this file: content blockers match names with the word vitals in them.

import { onCLS, onFCP, onINP, onLCP, type Metric } from 'web-vitals'

export function measure(note: (metric: Metric) => void): void {
  for (const each of [onCLS, onFCP, onINP, onLCP]) each(note)
}
