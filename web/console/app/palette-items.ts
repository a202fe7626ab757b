// What the palette (Ctrl K) lists: actions of the screen, first on what has the focus; issues, services and
// saved searches by name; all screens; recent pages.
import { keyOf, parseTerms } from '../../../contract/query.ts'
import type { Issue } from '../../../contract/issues.ts'
import type { SavedSearch } from '../../../contract/search.ts'
import { hasLoggedIn, leave } from '../features/login/session.ts'
import type { MenuItem } from './menu.ts'
import { formatAge } from '../format/format-time.ts'
import { type RecentPage, readRecentPages } from './recent-pages.ts'
import { screenShortcuts } from './screen-shortcuts.ts'
import { groupOf, type ShortcutGroup } from './shortcut-groups.ts'
import { hrefOf } from '../search/saved/saved-searches-query.ts'
import type { SearchQuery } from '../search/search-query.ts'
import type { Shortcut } from './shortcuts.ts'
import type { IconName } from '../ui/icon.tsx'
import { plainText } from '../ui/untrusted-text.tsx'

/** `note`: what follows the label, and is searched too. */
export type PaletteItem = {
  id: string
  label: string
  note?: string
  icon: IconName
  keys?: string
  run: () => void
}
type PaletteGroup = { label: string; items: PaletteItem[] }

/** Characters of a message: the row has one line. */
const MAX_MESSAGE = 120

type Source = {
  text: string
  menu: MenuItem[]
  query: SearchQuery
  /** Those that match the text. */
  issues: Issue[]
  services: string[]
  searches: SavedSearch[]
  open: (query: SearchQuery) => void
  go: (href: string) => void
}

export function paletteGroups({
  text,
  menu,
  query,
  issues,
  services,
  searches,
  open,
  go,
}: Source): PaletteGroup[] {
  const named = {
    id: 'query',
    label: describeQuery(query, text),
    icon: 'search' as const,
    run: () => open(query),
  }
  const isEmpty = text.trim() === ''
  const shortcuts = screenShortcuts()
  const ofGroup = (group: ShortcutGroup) =>
    shortcuts.filter((shortcut) => groupOf(shortcut) === group && !shortcut.keys.startsWith('g '))
  const acts = ofGroup('Act')
  const groups = [
    {
      label: 'Act',
      items: [...acts.filter(hasSubject), ...acts.filter((each) => !hasSubject(each))].map(toItem),
    },
    // Who opens the palette can move without it.
    { label: 'Move', items: isEmpty ? [] : ofGroup('Move').map(toItem) },
    {
      label: 'Go',
      items: [
        ...menu.map(({ path, ...item }) => ({ id: path, run: () => go(path), ...item })),
        ...ofGroup('Go').map(toItem),
        ...(isEmpty ? [] : searches.map((search) => savedItem(search, go))),
        ...(isEmpty ? [] : services.map((service) => serviceItem(service, go))),
      ],
    },
    { label: 'Session', items: hasLoggedIn() ? [LOG_OUT] : [] },
    { label: 'Recent', items: readRecentPages().map((page) => recentItem(page, go)) },
  ]
  const matching = groups.map(({ label, items }) => ({
    label,
    items: items.filter((item) => matches(item, text)),
  }))
  const direct: PaletteGroup = {
    label: query.target === 'list' ? 'Issues' : 'Open',
    items: isEmpty ? [] : [...visitorItems(text, go), named, ...issues.map((issue) => issueItem(issue, go))],
  }
  // An ID or an address stands first. A word is first the name of an action or a screen, even one that could
  // be a digest, such as “download”.
  const isWord = query.target === 'list' || /^\p{L}+$/u.test(text.trim())
  const order = isWord ? [...matching, direct] : [direct, ...matching]
  return order.filter(({ items }) => items.length > 0)
}

function hasSubject({ subject }: Shortcut): boolean {
  return subject !== undefined
}

function serviceItem(service: string, go: (href: string) => void): PaletteItem {
  const href = `/?${new URLSearchParams({ service })}`
  return { id: href, label: service, note: 'service', icon: 'filter', run: () => go(href) }
}

function savedItem(search: SavedSearch, go: (href: string) => void): PaletteItem {
  const note = `saved search of ${search.list}`
  return { id: search.id, label: search.name, note, icon: 'star', run: () => go(hrefOf(search)) }
}

function issueItem({ id, type, message, service }: Issue, go: (href: string) => void): PaletteItem {
  const href = `/issues/${encodeURIComponent(id)}`
  const label = `${plainText(type, 'Error')} ${plainText(firstLine(message))}`
  return { id: href, label, note: service, icon: 'new', run: () => go(href) }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]!.slice(0, MAX_MESSAGE)
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

function toItem({ keys, label, subject, icon = 'right', run }: Shortcut): PaletteItem {
  return {
    id: `key ${keys}`,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    ...(subject !== undefined && { note: subject }),
    icon,
    keys,
    run,
  }
}

function recentItem({ href, title, at }: RecentPage, go: (href: string) => void): PaletteItem {
  const age = formatAge(new Date(at).toISOString(), Date.now())
  return { id: href, label: `${title} · ${age} ago`, icon: 'clock', run: () => go(href) }
}

/** Every word of the text begins a word of the label. */
function matches({ label, note = '' }: PaletteItem, text: string): boolean {
  const parts = partsOf(`${label} ${note}`)
  const starts = partsOf(text)
  if (starts.length === 0) return text.trim() === ''
  return starts.every((start) => parts.some((part) => part.startsWith(start)))
}

function partsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

function describeQuery(query: SearchQuery, text: string): string {
  if (query.target === 'trace') return `Trace ${query.traceId.slice(0, 8)}…`
  if (query.target === 'digest') return `Event with digest ${query.digest}`
  if (query.target === 'issue') return `Issue ${query.id.slice(0, 8)}…`
  if (query.target === 'path') return `Page ${query.path}`
  if (query.target === 'stack') return `Issue with this ${query.type || 'error'} stack`
  return `Issues matching “${text.trim()}”`
}
