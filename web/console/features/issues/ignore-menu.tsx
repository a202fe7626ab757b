// The menu “Ignore until…”: an ignored issue reopens when its condition is met.
import { type ReactNode, useRef } from 'react'
import type { IssueChange } from '../../../../contract/issues.ts'
import { Icon } from '../../ui/icon.tsx'

const DAY_MS = 24 * 3_600_000

const OPTIONS: { label: string; until: () => IssueChange['until'] }[] = [
  { label: 'Ignore until tomorrow', until: () => inDays(1) },
  { label: 'Ignore for a week', until: () => inDays(7) },
  { label: 'Ignore until 100 more events', until: () => ({ events: 100 }) },
  { label: 'Ignore until 10 more users', until: () => ({ users: 10 }) },
  { label: 'Ignore forever', until: () => undefined },
]

type Props = { id: string; className?: string; children: ReactNode; onChange: (change: IssueChange) => void }

export function IgnoreMenu({ id, className, children, onChange }: Props) {
  const menu = useRef<HTMLMenuElement>(null)
  const ignore = (until: IssueChange['until']) => {
    menu.current?.hidePopover()
    onChange(until ? { status: 'ignored', until } : { status: 'ignored' })
  }
  return (
    <>
      <button type="button" id={`${id}-button`} className={className} popoverTarget={id}>
        <Icon name="ignored" />
        {children}
      </button>
      <menu ref={menu} id={id} popover="auto" aria-label="Ignore">
        {OPTIONS.map(({ label, until }) => (
          <li key={label}>
            <button type="button" onClick={() => ignore(until())}>
              {label}
            </button>
          </li>
        ))}
      </menu>
    </>
  )
}

/** Opens the menu and focuses its first option. */
export function openIgnoreMenu(id: string): void {
  document.getElementById(`${id}-button`)?.click()
  document.getElementById(id)?.querySelector('button')?.focus()
}

function inDays(days: number): { at: string } {
  return { at: new Date(Date.now() + days * DAY_MS).toISOString() }
}
