// Routes of React Router and TanStack Router for the option `route`. Their types are declared, not imported.

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
 * The pattern that React Router matched, `/orders/:id`; undefined if nothing matches. For the option
 * `route`: `() => reactRouterRoute(router)`, with the router of `createBrowserRouter`.
 */
export function reactRouterRoute({ basename = '/', state: { matches } }: ReactRouter): string | undefined {
  // If nothing matches, the last entry is the error route without a path name.
  if (!matches.at(-1)?.pathname) return undefined
  // A path that starts with a slash includes its parents' paths.
  const path = matches.reduce(
    (parent, { route: { path = '' } }) => (path.startsWith('/') ? path : `${parent}/${path}`),
    '',
  )
  return `${basename}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
}

/**
 * The pattern that TanStack Router matched, `/orders/$id`; undefined if nothing matches. For the option
 * `route`: `() => tanStackRoute(router)`.
 */
export function tanStackRoute({ state: { location, matches } }: TanStackRouter): string | undefined {
  const last = matches.at(-1)
  // While a route is loading, the matches still belong to the previous location.
  if (
    !last ||
    matches.some(({ globalNotFound }) => globalNotFound) ||
    withSlash(last.pathname) !== withSlash(location.pathname)
  )
    return undefined
  return last.fullPath.replace(/(.)\/$/, '$1')
}

function withSlash(path: string): string {
  return path.replace(/\/*$/, '/')
}
