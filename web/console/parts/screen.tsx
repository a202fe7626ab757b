// The frame of every screen: document title, main content, and the shortcuts in the footer.
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Shortcut, useShortcuts } from '../shortcuts.ts'
import { KeyCaps, ShortcutsDialog } from './shortcuts-dialog.tsx'

/** So many shortcuts fit into the footer of a laptop; the dialog lists all. */
const FOOTER_SHORTCUTS = 8
const NO_SHORTCUTS: Shortcut[] = []

type Props = { title: string; shortcuts?: Shortcut[]; className?: string | undefined; children: ReactNode }

export function Screen({ title, shortcuts = NO_SHORTCUTS, className, children }: Props) {
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const listed: Shortcut[] = [
    ...shortcuts,
    { keys: 'g i', label: 'issues', run: () => void navigate({ to: '/' }) },
    { keys: 'g t', label: 'traces', run: () => void navigate({ to: '/traces' }) },
    { keys: 'g c', label: 'connect', run: () => void navigate({ to: '/connect' }) },
    { keys: 'g m', label: 'source maps', run: () => void navigate({ to: '/maps' }) },
    { keys: '/', label: 'search', run: focusSearch },
  ]
  const help = { keys: '?', label: 'shortcuts', run: () => setHelpOpen(true) }
  useShortcuts([...listed, help])
  return (
    <>
      <title>{`${title} · Errata`}</title>
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

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
