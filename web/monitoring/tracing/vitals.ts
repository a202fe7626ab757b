// Web vitals of a page: turns metrics of the library into attributes of records.

import type { Metric } from 'web-vitals'
import type { Attributes } from '../options.ts'
import { causeOf, type Attribution, type ReadDebugIds } from './vital-cause.ts'

/** `attribution`: of INP and LCP. */
export type MeasuredVital = Metric & { attribution?: Attribution }

type Vital = Pick<MeasuredVital, 'value' | 'id' | 'rating' | 'navigationType' | 'attribution'> & {
  name: string
}

/** Thresholds of web.dev/ttfb, milliseconds. */
const [goodTtfb, poorTtfb] = [800, 1800]

export type Vitals = {
  add(this: void, metric: MeasuredVital): void
  /** Attributes of the vitals that were not returned yet: each vital of a page is returned once. */
  take(): Attributes[]
}

/** `route`: vitals belong to the route that was loaded, which may not be the current one. */
export function createVitals(route: () => string, readDebugIds: ReadDebugIds): Vitals {
  /** undefined: returned already. */
  const vitals = new Map<string, Attributes | undefined>()
  const set = ({ name, value, id, rating, navigationType, attribution = {} }: Vital) => {
    if (vitals.has(id) && !vitals.get(id)) return
    // Sent once, so the delta is the value.
    const members = {
      name: name.toLowerCase(),
      value,
      delta: value,
      id,
      rating,
      navigation_type: navigationType,
    }
    const attributes = Object.entries(members).map(([key, member]) => [`browser.web_vital.${key}`, member])
    const cause = causeOf(attribution, readDebugIds)
    vitals.set(id, { ...Object.fromEntries(attributes), ...cause, 'http.route': route() })
  }
  return {
    add(metric) {
      set(metric)
      // The library's TTFB would exceed the chunk's budget. A page from the back/forward cache has no TTFB.
      if (metric.name !== 'FCP' || metric.navigationType === 'back-forward-cache') return
      const value = timeToFirstByte()
      const rating = value > poorTtfb ? 'poor' : value > goodTtfb ? 'needs-improvement' : 'good'
      set({ ...metric, name: 'TTFB', id: `${metric.id}-ttfb`, value, rating })
    },
    take: () =>
      [...vitals].flatMap(([id, attributes]) => {
        vitals.set(id, undefined)
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
