// Path and route that the page was loaded with. A later navigation does not change them.

import { templateOf } from './route.ts'

export type InitialRoute = {
  path: string
  /** The route of that path, as far as the application's router knows it. */
  route(this: void): string
}

export function createInitialRoute(currentRoute: () => string): InitialRoute {
  const [timing] = performance.getEntriesByType('navigation')
  const address = timing?.name.startsWith('http') ? timing.name : location.href
  const path = new URL(address).pathname
  let name = ''
  const route = () => {
    if (location.pathname === path) name = currentRoute()
    return name || templateOf(path)
  }
  route()
  return { path, route }
}
