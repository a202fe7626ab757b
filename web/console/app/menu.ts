// The menu: the screens that a user can go to, as their features registered them.
import { useMatches, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { MenuEntry } from './define-screen.ts'

export type MenuItem = MenuEntry & { path: MenuPath; alias: string | undefined }

/** A path without parameters. The type names one of them, so that links to it are checked. */
type MenuPath = '/status'

export function useMenu(): MenuItem[] {
  const { routesByPath } = useRouter()
  return useMemo(
    () =>
      Object.values(routesByPath)
        .flatMap(({ fullPath, options: { staticData } }) =>
          staticData?.menu
            ? [{ ...staticData.menu, path: fullPath as MenuPath, alias: staticData.alias }]
            : [],
        )
        .toSorted((a, b) => a.order - b.order),
    [routesByPath],
  )
}

/** The label of the screen that is open, where the menu has it. */
export function useScreenLabel(): string | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.menu?.label })
}

/** Whether the page at `pathname` belongs to the item: an issue to the issues. */
export function isWithin({ path, alias }: MenuItem, pathname: string): boolean {
  return [path, alias].some(
    (base) => base !== undefined && (pathname === base || (base !== '/' && pathname.startsWith(`${base}/`))),
  )
}
