// The frame of every screen: document title, main content, and the shortcuts in the footer.
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { releasesQuery } from '../search/option-queries.ts'
import { useMenu, useScreenLabel } from './menu.ts'
import { rememberPage } from './recent-pages.ts'
import { publishShortcuts } from './screen-shortcuts.ts'
import { type Shortcut, useShortcuts } from './shortcuts.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import { optionalPart } from '../ui/optional-part.tsx'
import { QUICK_OPEN_ID } from './quick-open.tsx'

/** Where its code cannot be loaded, the footer alone lists shortcuts. */
const ShortcutsDialog = optionalPart(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)
/** So many shortcuts fit into the footer of a laptop; the dialog lists all. */
const FOOTER_SHORTCUTS = 8
const NO_SHORTCUTS: Shortcut[] = []

/** `title`: of the page; the label of the screen in the menu if it is left out. */
type Props = { title?: string; shortcuts?: Shortcut[]; className?: string | undefined; children: ReactNode }

export function Screen({ shortcuts = NO_SHORTCUTS, className, children, ...props }: Props) {
  const label = useScreenLabel()
  const title = props.title ?? label
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const listed: Shortcut[] = [
    ...shortcuts,
    { keys: 'd', label: 'last deploy', run: useNewestRelease() },
    { keys: '/', label: 'search', run: focusSearch },
    ...useMenu().flatMap(({ path, label, keys }) =>
      keys === undefined
        ? []
        : [{ keys, label: label.toLowerCase(), run: () => void navigate({ to: path }) }],
    ),
  ]
  const { pathname, href } = useLocation()
  useEffect(() => publishShortcuts(listed))
  useEffect(() => rememberPage({ pathname, href }, title ?? ''), [pathname, href, title])
  const help = { keys: '?', label: 'shortcuts', run: () => setHelpOpen(true) }
  useShortcuts([...listed, help])
  return (
    <>
      <title>{title === undefined ? 'Errata' : `${title} · Errata`}</title>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
      <footer aria-label="Keyboard shortcuts">
        {listed.slice(0, FOOTER_SHORTCUTS).map(({ keys, label }) => (
          <span key={keys}>
            <KeyCaps keys={keys} /> {label}
          </span>
        ))}
        <span className="push">
          <button className="quiet" type="button" onClick={help.run}>
            <kbd>?</kbd> all shortcuts
          </button>
        </span>
      </footer>
      {isHelpOpen && <ShortcutsDialog shortcuts={[...listed, help]} onClose={() => setHelpOpen(false)} />}
    </>
  )
}

/** Opens the release that was first seen last, of whatever service. */
function useNewestRelease(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = async () => {
    const newest = (await client.fetchQuery(releasesQuery()).catch(() => null))?.releases[0]
    if (!newest) return navigate({ to: '/releases' })
    const { service, release } = newest
    return navigate({ to: '/releases/$service/$release', params: { service, release } })
  }
  return () => void open()
}

/** A screen without a search box opens the palette. */
function focusSearch(): void {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (box) box.focus()
  else document.getElementById(QUICK_OPEN_ID)?.click()
}
