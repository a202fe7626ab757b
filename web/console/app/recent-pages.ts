// Recent pages: issues, traces, releases, operations. Stored in this browser only.
import { readStored, writeStored } from '../ui/storage.ts'

export type RecentPage = { href: string; title: string; at: number }

export const RECENT_PAGES_KEY = 'errata.recent'
/** As many as fit below actions and screens. */
const MAX_PAGES = 6
/** Characters: the message of an issue may be long. */
const MAX_TITLE = 120
/** Pages of one thing; lists are in the menu of screens anyway. */
const ONE_THING = /^\/(?:issues|traces|operations)\/[^/]+$|^\/releases\/[^/]+\/[^/]+$/

export function readRecentPages(): RecentPage[] {
  const pages = readStored(RECENT_PAGES_KEY)
  return Array.isArray(pages) ? pages.filter(isPage) : []
}

/** The newest stands first; a page that is opened again moves there. */
export function rememberPage({ pathname, href }: { pathname: string; href: string }, title: string): void {
  if (!ONE_THING.test(pathname)) return
  const others = readRecentPages().filter((page) => page.href.split('?')[0] !== pathname)
  const pages = [{ href, title: title.slice(0, MAX_TITLE), at: Date.now() }, ...others]
  writeStored(RECENT_PAGES_KEY, pages.slice(0, MAX_PAGES))
}

function isPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false
  const { href, title, at } = value as Partial<RecentPage>
  return (
    typeof href === 'string' && href.startsWith('/') && typeof title === 'string' && typeof at === 'number'
  )
}
