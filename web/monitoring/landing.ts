// Where a page was loaded, which it may have left without being loaded again.

import { templateOf } from './route.ts'

export type Landing = {
  path: string
  /** The pattern of that path, as far as the application's router has said by now. */
  route(this: void): string
}

export function rememberLanding(routeNow: () => string): Landing {
  const [timing] = performance.getEntriesByType('navigation')
  const address = timing?.name.startsWith('http') ? timing.name : location.href
  const path = new URL(address).pathname
  let named = ''
  const route = () => {
    if (location.pathname === path) named = routeNow()
    return named || templateOf(path)
  }
  route()
  return { path, route }
}
