// What the palette (Ctrl K) lists: what the text names, the acts of the screen, all screens, recent pages.
import { logOut } from '../features/issues/mutations.ts'
import { forgetLogin, hasLoggedIn } from '../features/login/login-mark.ts'
import { DESTINATIONS } from '../app/destinations.ts'
import { formatAge } from '../format/format-time.ts'
import { type RecentPage, readRecentPages } from './recent-pages.ts'
import { screenShortcuts } from '../app/screen-shortcuts.ts'
import type { SearchQuery } from './search-query.ts'
import type { Shortcut } from '../app/shortcuts.ts'
import type { IconName } from '../ui/icon.tsx'

export type PaletteItem = { id: string; label: string; icon: IconName; keys?: string; run: () => void }
type PaletteGroup = { label: string; items: PaletteItem[] }

type Source = {
  text: string
  query: SearchQuery
  open: (query: SearchQuery) => void
  go: (href: string) => void
}

export function paletteGroups({ text, query, open, go }: Source): PaletteGroup[] {
  const named = {
    id: 'query',
    label: describeQuery(query, text),
    icon: 'search' as const,
    run: () => open(query),
  }
  const groups = [
    { label: 'On this screen', items: screenShortcuts().filter(isAct).map(toItem) },
    {
      label: 'Screens',
      items: DESTINATIONS.map((item) => ({ id: item.to, run: () => go(item.to), ...item })),
    },
    { label: 'Session', items: hasLoggedIn() ? [LOG_OUT] : [] },
    { label: 'Recent', items: readRecentPages().map((page) => recentItem(page, go)) },
  ]
  const matching = groups.map(({ label, items }) => ({
    label,
    items: items.filter((item) => matches(item, text)),
  }))
  const direct: PaletteGroup = { label: 'Open', items: text.trim() === '' ? [] : [named] }
  // An id or an address is meant as such; a word is first the name of an act or a screen, also one that could
  // be a digest, such as “download”.
  const isWord = query.target === 'list' || /^\p{L}+$/u.test(text.trim())
  const order = isWord ? [...matching, direct] : [direct, ...matching]
  return order.filter(({ items }) => items.length > 0)
}

const LOG_OUT: PaletteItem = { id: 'log out', label: 'Log out', icon: 'user', run: () => void leave() }

/** The page is loaded anew: nothing of what was shown stays in its memory. */
async function leave(): Promise<void> {
  try {
    await logOut()
    forgetLogin()
    location.assign('/login')
  } catch {
    location.reload()
  }
}

/** The screens have a group of their own. */
function isAct({ keys }: Shortcut): boolean {
  return !keys.startsWith('g ')
}

function toItem({ keys, label, run }: Shortcut): PaletteItem {
  return {
    id: `key ${keys}`,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    icon: 'right',
    keys,
    run,
  }
}

function recentItem({ href, title, at }: RecentPage, go: (href: string) => void): PaletteItem {
  const age = formatAge(new Date(at).toISOString(), Date.now())
  return { id: href, label: `${title} · ${age} ago`, icon: 'clock', run: () => go(href) }
}

/** Every word of the text begins a word of the label. */
function matches({ label }: PaletteItem, text: string): boolean {
  const parts = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const starts = text.toLowerCase().split(/\s+/).filter(Boolean)
  return starts.every((start) => parts.some((part) => part.startsWith(start)))
}

function describeQuery(query: SearchQuery, text: string): string {
  if (query.target === 'trace') return `The trace ${query.traceId.slice(0, 8)}…`
  if (query.target === 'digest') return `The event with the digest ${query.digest}`
  if (query.target === 'issue') return `The issue ${query.id.slice(0, 8)}…`
  if (query.target === 'path') return `The page ${query.path}`
  if (query.target === 'stack') return `The issue of this stack${query.type && ` of ${query.type}`}`
  return `Issues that match “${text.trim()}”`
}
