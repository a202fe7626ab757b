// Entry of the web vitals chunk, loaded only with the option `vitals`.

import { onCLS, onFCP, onINP, onLCP, type Metric } from 'web-vitals'

export function measure(listener: (metric: Metric) => void): void {
  for (const each of [onCLS, onFCP, onINP, onLCP]) each(listener)
}
