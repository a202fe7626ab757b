// Entry of the web vitals chunk, loaded only with the option `vitals`.

import { onCLS, onFCP, onINP, onLCP, type Metric } from 'web-vitals'

export function measure(listener: (metric: Metric) => void): void {
  for (const each of [onCLS, onFCP, onLCP]) each(listener)
  // The library reads an interaction when the browser is idle. Where the page is hidden before that, its
  // final report lacks the interaction, and the report of each change has it.
  onINP(listener, { reportAllChanges: true })
}
