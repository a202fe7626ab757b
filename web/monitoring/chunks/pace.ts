// Entry of the web vitals library, loaded only with the option `vitals`. Its name hides the chunk from
// content blockers, which match words such as "vitals" in file names.

import { onCLS, onFCP, onINP, onLCP, type Metric } from 'web-vitals'

export function measure(listener: (metric: Metric) => void): void {
  for (const each of [onCLS, onFCP, onLCP]) each(listener)
  // The library processes an interaction when the browser is idle. If the page is hidden before that, its
  // final report lacks the interaction; the report of each change includes it.
  onINP(listener, { reportAllChanges: true })
}
