// One navigation of the page: from the change of its address until what it shows is painted and has what it asked for.

/** A request that follows from the answer of another starts within this time. */
const quietMs = 100
/** A page that is not done by then, with a stream or a long poll, will not be done. */
const longestMs = 30_000

/** Milliseconds since the page's time origin. */
export type Navigation = { spanId: string; start: number; end: number; path: string; route: string }

export type Visit = {
  readonly spanId: string
  /** A request has left, which holds it open; one has come back. */
  departed(): void
  arrived(): void
  /** Ends it now, unless it has ended. */
  end(): void
}

/** `routeOf` is asked while the page is still there; `ended` is told once. */
export function beginVisit(
  spanId: string,
  routeOf: (path: string) => string | undefined,
  ended: (navigation: Navigation) => void,
): Visit {
  const { pathname: path } = location
  const start = performance.now()
  let last = start
  let route = ''
  let pending = 1
  let open = true
  let rest: ReturnType<typeof setTimeout>
  const longest = setTimeout(end, longestMs)

  function done(): void {
    last = performance.now()
    route = routeOf(path) ?? route
    if (--pending <= 0) rest = setTimeout(end, quietMs)
  }

  function end(): void {
    clearTimeout(rest)
    clearTimeout(longest)
    if (!open) return
    open = false
    ended({ spanId, start, end: last, path, route: routeOf(path) ?? route })
  }

  // The frame after the next one is the first that shows what the change brought. A page that is not seen is not painted.
  if (document.visibilityState === 'hidden') setTimeout(done)
  else requestAnimationFrame(() => setTimeout(done))
  return {
    spanId,
    departed() {
      pending++
      clearTimeout(rest)
    },
    arrived: done,
    end,
  }
}
