// What routers know of the place that is shown, in the shape that `route` of `init` wants. Neither router is imported: only what is read of them is named.

type ReactRouter = {
  basename?: string | undefined
  state: { matches: readonly { pathname: string; route: { path?: string | undefined } }[] }
}

type TanStackRouter = {
  state: {
    location: { pathname: string }
    matches: readonly { fullPath: string; pathname: string; globalNotFound?: boolean | undefined }[]
  }
}

/**
 * The pattern that React Router matched, `/orders/:id`: `init({ service: 'shop', route: () => reactRouterRoute(router) })` with the `router` of
 * `createBrowserRouter`. undefined where nothing matches: then the path is named without its ids.
 */
export function reactRouterRoute({ basename = '/', state: { matches } }: ReactRouter): string | undefined {
  // Where nothing matches, the route of the error stands there without an address.
  if (!matches.at(-1)?.pathname) return undefined
  // A path that begins with a slash holds those above it already.
  const path = matches.reduce(
    (above, { route: { path = '' } }) => (path.startsWith('/') ? path : `${above}/${path}`),
    '',
  )
  return `${basename}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
}

/** The pattern that TanStack Router matched, `/orders/$id`: `init({ service: 'shop', route: () => tanStackRoute(router) })`. undefined where nothing matches. */
export function tanStackRoute({ state: { location, matches } }: TanStackRouter): string | undefined {
  const last = matches.at(-1)
  // While the next place is loaded, the matches are still those of the last one.
  if (
    !last ||
    matches.some(({ globalNotFound }) => globalNotFound) ||
    slashed(last.pathname) !== slashed(location.pathname)
  )
    return undefined
  return last.fullPath.replace(/(.)\/$/, '$1')
}

function slashed(path: string): string {
  return path.replace(/\/*$/, '/')
}
