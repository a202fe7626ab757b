// "Ignore until…": an issue comes back when it grows, or when its time is over.

import { type ReactNode, useRef } from 'react'
import type { IssueChange } from '../../../store/api/contract.ts'
import { Icon } from './icon.tsx'

const DAY_MS = 24 * 3_600_000

const WAYS: { says: string; until: () => IssueChange['until'] }[] = [
  { says: 'until tomorrow', until: () => ({ at: new Date(Date.now() + DAY_MS).toISOString() }) },
  { says: 'for a week', until: () => ({ at: new Date(Date.now() + 7 * DAY_MS).toISOString() }) },
  { says: 'until 100 more events', until: () => ({ events: 100 }) },
  { says: 'until 10 more users', until: () => ({ users: 10 }) },
  { says: 'for good', until: () => undefined },
]

export function IgnoreMenu({
  id,
  className,
  children,
  decide,
}: {
  id: string
  className?: string
  children: ReactNode
  decide: (change: IssueChange) => void
}) {
  const menu = useRef<HTMLMenuElement>(null)
  const choose = (until: IssueChange['until']) => {
    menu.current?.hidePopover()
    decide(until ? { status: 'ignored', until } : { status: 'ignored' })
  }
  return (
    <>
      <button type="button" id={`${id}-button`} className={className} popoverTarget={id}>
        <Icon name="ignored" />
        {children}
      </button>
      <menu ref={menu} id={id} popover="auto" aria-label="Ignore">
        {WAYS.map(({ says, until }) => (
          <li key={says}>
            <button type="button" onClick={() => choose(until())}>
              Ignore {says}
            </button>
          </li>
        ))}
      </menu>
    </>
  )
}

/** What the key `i` does: the menu opens with its first way in focus. */
export function openIgnoreMenu(id: string): void {
  const menu = document.getElementById(id)
  document.getElementById(`${id}-button`)?.click()
  menu?.querySelector('button')?.focus()
}
