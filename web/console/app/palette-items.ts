// What the palette (Ctrl K) lists: what the text names, actions of the screen, all screens, recent pages.
import { keyOf, parseTerms } from '../../../contract/query.ts'
import { hasLoggedIn, logOut } from '../features/login/session.ts'
import type { MenuItem } from './menu.ts'
import { formatAge } from '../format/format-time.ts'
import { type RecentPage, readRecentPages } from './recent-pages.ts'
import { screenShortcuts } from './screen-shortcuts.ts'
import type { SearchQuery } from '../search/search-query.ts'
import type { Shortcut } from './shortcuts.ts'
import type { IconName } from '../ui/icon.tsx'

export type PaletteItem = { id: string; label: string; icon: IconName; keys?: string; run: () => void }
type PaletteGroup = { label: string; items: PaletteItem[] }

type Source = {
  text: string
  menu: MenuItem[]
  query: SearchQuery
  open: (query: SearchQuery) => void
  go: (href: string) => void
}

export function paletteGroups({ text, menu, query, open, go }: Source): PaletteGroup[] {
  const named = {
    id: 'query',
    label: describeQuery(query, text),
    icon: 'search' as const,
    run: () => open(query),
  }
  const groups = [
    { label: 'On this screen', items: screenShortcuts().filter(isAction).map(toItem) },
    {
      label: 'Screens',
      items: menu.map(({ path, ...item }) => ({ id: path, run: () => go(path), ...item })),
    },
    { label: 'Session', items: hasLoggedIn() ? [LOG_OUT] : [] },
    { label: 'Recent', items: readRecentPages().map((page) => recentItem(page, go)) },
  ]
  const matching = groups.map(({ label, items }) => ({
    label,
    items: items.filter((item) => matches(item, text)),
  }))
  const direct: PaletteGroup = {
    label: 'Open',
    items: text.trim() === '' ? [] : [...visitorItems(text, go), named],
  }
  // An ID or an address stands first. A word is first the name of an action or a screen, even one that could
  // be a digest, such as “download”.
  const isWord = query.target === 'list' || /^\p{L}+$/u.test(text.trim())
  const order = isWord ? [...matching, direct] : [direct, ...matching]
  return order.filter(({ items }) => items.length > 0)
}

/** The pages of the users and sessions that a search names: `user:u-42`. */
function visitorItems(text: string, go: (href: string) => void): PaletteItem[] {
  return parseTerms(text).flatMap(({ name, value, negated }) => {
    const key = name === null || negated || value === '' ? null : keyOf(name)
    if (key !== 'user' && key !== 'session') return []
    const href = `/visitors?${new URLSearchParams({ [key]: value, range: '30d' })}`
    const label = `${key === 'user' ? 'User' : 'Session'} ${value}`
    return [{ id: href, label, icon: 'user', run: () => go(href) }]
  })
}

const LOG_OUT: PaletteItem = { id: 'log out', label: 'Log out', icon: 'user', run: () => void leave() }

/** Loads the page again: nothing that was shown stays in its memory. */
async function leave(): Promise<void> {
  try {
    await logOut()
    location.assign('/login')
  } catch {
    location.reload()
  }
}

/** The screens have a group of their own. */
function isAction({ keys }: Shortcut): boolean {
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
  if (query.target === 'trace') return `Trace ${query.traceId.slice(0, 8)}…`
  if (query.target === 'digest') return `Event with digest ${query.digest}`
  if (query.target === 'issue') return `Issue ${query.id.slice(0, 8)}…`
  if (query.target === 'path') return `Page ${query.path}`
  if (query.target === 'stack') return `Issue with this ${query.type || 'error'} stack`
  return `Issues matching “${text.trim()}”`
}
