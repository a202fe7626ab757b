// How a screen registers itself, in `features/<word>/screen.ts`. Router, header, palette, keys, page titles
// and the paths that the relay serves come from it. The files run in Node too: they load components lazily.
import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { IconName } from '../ui/icon.tsx'

export type MenuEntry = {
  /** Also the title of the page. */
  label: string
  icon: IconName
  /** The keys that open it: `g v`. */
  keys?: string
  /** Its position among the others, from 1. */
  order: number
  /** `wide`: narrow headers have it in the menu "More". `never`: only that menu and the palette have it. */
  header: 'always' | 'wide' | 'never'
}

export type ScreenDefinition<Path extends string, Search extends object> = {
  /** In the syntax of TanStack Router: `/issues/$id`. */
  path: Path
  /** Another path, which redirects to this one. */
  alias?: `/${string}`
  /** Reads the search part of the URL; invalid values are left out. */
  search?: (search: Record<string, unknown>) => Search
  menu?: MenuEntry
  /** From `lazyRouteComponent`. */
  component: RouteComponent
  /** Requests data when a link to the screen has the pointer or the focus, and again for another `q`. */
  preload?: (input: { client: QueryClient; params: Record<string, string>; q: string | undefined }) => void
}

/**
 * Each screen adds its type here, so that links to it are checked:
 * `declare module '../../app/define-screen.ts' { interface Screens { vitals: typeof vitals } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- the screens fill it
export interface Screens {}

/** Infers path and search parameters. */
export function defineScreen<const Path extends string, Search extends object = object>(
  screen: ScreenDefinition<Path, Search>,
): ScreenDefinition<Path, Search> {
  return screen
}
