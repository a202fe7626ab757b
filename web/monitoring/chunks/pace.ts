// Entry of the web vitals library, loaded only with the option `vitals`. Its name hides the chunk from
// content blockers, which match words such as "vitals" in file names.

// One module each: the entry of all of them with attribution has 1.4 KB more.
import { onINP } from 'web-vitals/attribution/onINP.js'
import { onLCP } from 'web-vitals/attribution/onLCP.js'
import { onCLS } from 'web-vitals/onCLS.js'
import { onFCP } from 'web-vitals/onFCP.js'
import type { MeasuredVital } from '../tracing/vitals.ts'

export function measure(listener: (metric: MeasuredVital) => void): void {
  for (const each of [onCLS, onFCP, onLCP]) each(listener)
  // The library processes an interaction when the browser is idle. If the page is hidden before that, its
  // final report lacks the interaction; the report of each change includes it.
  onINP(listener, { reportAllChanges: true })
}
