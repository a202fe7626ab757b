// What becomes spans: the page load, the navigations after it, the requests. Knows where the page is, and keeps what happened until the tracing code is here.

import type { Ids, Trip } from './fetch.ts'
import type { Attributes } from './options.ts'
import type { Landing } from './landing.ts'
import type { Page } from './page.ts'
import type { Tracing } from './tracing.ts'
import { beginVisit, type Visit } from './visit.ts'

/** What ends before the tracing code has arrived waits for it. */
const earlyLimit = 50

export type Journey = {
  /** Ids of what is going on: a span of the application, else the navigation, else the page load. */
  active(): Ids
  /** The same for a request that departs. */
  departing(this: void): Ids
  /** The page has gone elsewhere. */
  navigated(): void
  travelled(trip: Trip): void
  /** False when spans were not taken; undefined where there is no tracing. */
  flush(): Promise<boolean> | undefined
  /** Ends what is under way and sends all: the page is going. */
  leave(): void
  shutdown(): Promise<void>
}

export type Road = {
  url: string
  page: Page
  resource: Attributes
  landing: Landing
  route: () => string
  templateOf: (path: string) => string
  newSpanId: () => string
}

export function createJourney({ url, page, resource, landing, route, templateOf, newSpanId }: Road): Journey {
  const early: ((tracing: Tracing) => void)[] = []
  let tracing: Tracing | undefined
  let closed = false
  let place: Ids = page
  let visit: Visit | undefined

  const tell = (it: (tracing: Tracing) => void) => {
    if (tracing) it(tracing)
    else if (page.sampled && early.length < earlyLimit) early.push(it)
  }
  const active = () => tracing?.active() ?? place

  if (page.sampled) {
    // Blocked or gone: errors are seen and sent all the same.
    void import('./later.ts').then(
      ({ startTracing }) => {
        if (closed) return
        tracing = startTracing({ url, page, place: () => place, resource, landing, templateOf })
        for (const it of early.splice(0)) it(tracing)
      },
      () => {},
    )
  }
  return {
    active,
    departing() {
      const ids = active()
      if (ids.spanId === visit?.spanId) visit.departed()
      return ids
    },
    navigated() {
      visit?.end()
      visit = beginVisit(
        newSpanId(),
        (path) => (location.pathname === path ? route() : undefined),
        (navigation) =>
          tell((tracing) =>
            tracing.navigated({ ...navigation, route: navigation.route || templateOf(navigation.path) }),
          ),
      )
      place = { traceId: page.traceId, spanId: visit.spanId }
    },
    travelled(trip) {
      if (trip.parent.spanId === visit?.spanId) visit.arrived()
      tell((tracing) => tracing.add(trip))
    },
    flush: () => tracing?.flush(),
    leave() {
      visit?.end()
      void tracing?.flush(true)
    },
    async shutdown() {
      closed = true
      visit?.end()
      await tracing?.shutdown()
    },
  }
}
