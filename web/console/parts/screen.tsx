// What every screen is made of below the bar: its title, its one main part, its keys at the foot.

import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Key, useKeys } from '../shortcuts.ts'
import { KeysDialog } from './shortcuts-dialog.tsx'
import { Presses } from './key-caps.tsx'

/** So many keys fit the foot of a laptop; all of them are one `?` away. */
const KEYS_AT_THE_FOOT = 8
const NO_KEYS: Key[] = []

export function Screen({
  title,
  keys = NO_KEYS,
  className,
  children,
}: {
  title: string
  keys?: Key[]
  className?: string | undefined
  children: ReactNode
}) {
  const navigate = useNavigate()
  const [help, setHelp] = useState(false)
  const everywhere: Key[] = [
    { press: 'g i', says: 'issues', run: () => void navigate({ to: '/' }) },
    { press: 'g t', says: 'traces', run: () => void navigate({ to: '/traces' }) },
    { press: 'g c', says: 'connect', run: () => void navigate({ to: '/connect' }) },
    { press: '/', says: 'search', run: focusSearch },
    { press: '?', says: 'all keys', run: () => setHelp(true) },
  ]
  const all = [...keys, ...everywhere]
  useKeys(all)
  return (
    <>
      <title>{`${title} · Errata`}</title>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
      <footer aria-label="Keys">
        {all
          .filter(({ press }) => press !== '?')
          .slice(0, KEYS_AT_THE_FOOT)
          .map((key) => (
            <span key={key.press}>
              <Presses press={key.press} /> {key.says}
            </span>
          ))}
        <span className="push">
          <button className="quiet" type="button" onClick={() => setHelp(true)}>
            <kbd>?</kbd> all keys
          </button>
        </span>
      </footer>
      {help && <KeysDialog keys={all} close={() => setHelp(false)} />}
    </>
  )
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
