// The span of a navigation: from the change of the path until the page is painted and its requests have
// ended.

/** A request that depends on the response of another starts within this time. */
const idleMs = 100
/** A page that is not idle by then uses a stream or long polling. */
const longestMs = 30_000

/** Times in milliseconds since the page's time origin. */
export type Navigation = { spanId: string; start: number; end: number; path: string; route: string }

export type NavigationSpan = {
  readonly spanId: string
  /** A request of the navigation started or ended; the span ends when all have ended. */
  requestStarted(): void
  requestEnded(): void
  end(): void
}

/** `routeOf` returns undefined if the path is no longer current. `ended` is called once. */
export function startNavigationSpan(
  spanId: string,
  routeOf: (path: string) => string | undefined,
  ended: (navigation: Navigation) => void,
): NavigationSpan {
  const { pathname: path } = location
  const start = performance.now()
  let last = start
  let route = ''
  /** Starts at 1 for the paint. */
  let pending = 1
  let open = true
  let idle: ReturnType<typeof setTimeout>
  const longest = setTimeout(end, longestMs)

  function done(): void {
    last = performance.now()
    route = routeOf(path) ?? route
    if (--pending <= 0) idle = setTimeout(end, idleMs)
  }

  function end(): void {
    clearTimeout(idle)
    clearTimeout(longest)
    if (!open) return
    open = false
    ended({ spanId, start, end: last, path, route: routeOf(path) ?? route })
  }

  // The change is painted one task after the next frame. A hidden page is not painted.
  if (document.visibilityState === 'hidden') setTimeout(done)
  else requestAnimationFrame(() => setTimeout(done))
  return {
    spanId,
    requestStarted() {
      pending++
      clearTimeout(idle)
    },
    requestEnded: done,
    end,
  }
}
