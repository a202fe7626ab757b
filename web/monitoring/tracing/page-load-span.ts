// Timing of the page load for its span.

import type { Attributes } from '../options.ts'

const eventNames = [
  'fetchStart',
  'responseStart',
  'responseEnd',
  'domInteractive',
  'domContentLoadedEventEnd',
  'domComplete',
  'loadEventEnd',
] as const

/** Times in milliseconds since the page's time origin. */
type PageLoad = { attributes: Attributes; events: { name: string; at: number }[]; end: number }

export function readPageLoad(): PageLoad {
  const [timing] = performance.getEntriesByType('navigation')
  const paints = performance.getEntriesByType('paint')
  return {
    attributes: timing
      ? {
          'http.response.status_code': timing.responseStatus,
          'errata.navigation_type': timing.type,
          'http.response.body.size': timing.encodedBodySize,
        }
      : {},
    events: [
      ...(timing ? eventNames.map((name) => ({ name, at: timing[name] })).filter(({ at }) => at) : []),
      ...paints.map(({ name, startTime }) => ({ name, at: startTime })),
    ],
    end: timing?.loadEventEnd || performance.now(),
  }
}

/**
 * Calls `callback` once: one task after the load event, when its end time is known, or when the page closes.
 * Returns a function that calls it immediately.
 */
export function whenLoaded(callback: () => void): () => void {
  let called = false
  const once = () => {
    if (!called) callback()
    called = true
  }
  const later = () => setTimeout(once)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
  addEventListener('pagehide', once, { once: true, capture: true })
  return () => {
    once()
    removeEventListener('load', later)
    removeEventListener('pagehide', once, true)
  }
}
