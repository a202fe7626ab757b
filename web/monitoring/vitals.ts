// Web vitals of a page, from the library's measures to the attributes of their records.

import type { Metric } from 'web-vitals'
import type { Attributes } from './options.ts'

type Measure = Pick<Metric, 'value' | 'delta' | 'id' | 'rating' | 'navigationType'> & { name: string }

/** web.dev/ttfb, milliseconds. */
const [goodTtfb, poorTtfb] = [800, 1800]

export type Vitals = {
  note(this: void, metric: Metric): void
  /** What is known and was not taken before: each measure of a page once. */
  take(): Attributes[]
}

/** `route`: a vital belongs to the one that was loaded, which may not be the one that is shown when it is known. */
export function gatherVitals(route: () => string): Vitals {
  const known = new Map<string, Attributes | undefined>()
  const keep = ({ name, value, delta, id, rating, navigationType }: Measure) => {
    if (known.has(id) && !known.get(id)) return
    const attributes = { name, value, delta, id, rating, navigation_type: navigationType }
    known.set(id, {
      ...Object.fromEntries(
        Object.entries(attributes).map(([key, each]) => [`browser.web_vital.${key}`, each]),
      ),
      'http.route': route(),
    })
  }
  return {
    note(metric) {
      keep(metric)
      // The library's own would make the chunk larger than what it may weigh, for one subtraction. A page out of the cache waited for nobody.
      if (metric.name !== 'FCP' || metric.navigationType === 'back-forward-cache') return
      const value = timeToFirstByte()
      const rating = value > poorTtfb ? 'poor' : value > goodTtfb ? 'needs-improvement' : 'good'
      keep({ ...metric, name: 'TTFB', id: `${metric.id}-ttfb`, value, delta: value, rating })
    },
    take: () =>
      [...known].flatMap(([id, attributes]) => {
        known.set(id, undefined)
        return attributes ? [attributes] : []
      }),
  }
}

function timeToFirstByte(): number {
  const [timing] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number
  })[]
  return Math.max(0, (timing?.responseStart ?? 0) - (timing?.activationStart ?? 0))
}
