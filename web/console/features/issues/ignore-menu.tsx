// The menu “Ignore until…”: an ignored issue reopens when its condition is met.
import type { ReactNode } from 'react'
import type { IssueChange } from '../../../../contract/issues.ts'
import { Menu } from '../../ui/menu.tsx'
import { Icon } from '../../ui/icon.tsx'

const DAY_MS = 24 * 3_600_000

const CONDITIONS: Record<string, () => IssueChange['until']> = {
  'Ignore until tomorrow': () => inDays(1),
  'Ignore for a week': () => inDays(7),
  'Ignore until 100 more events': () => ({ events: 100 }),
  'Ignore until 10 more users': () => ({ users: 10 }),
  'Ignore forever': () => undefined,
}

type Props = { id: string; className?: string; children: ReactNode; onChange: (change: IssueChange) => void }

export function IgnoreMenu({ id, className, children, onChange }: Props) {
  const actions = Object.entries(CONDITIONS).map(([label, condition]) => {
    const ignore = () => {
      const until = condition()
      onChange(until ? { status: 'ignored', until } : { status: 'ignored' })
    }
    return [label, ignore] as const
  })
  return (
    <>
      <button type="button" id={`${id}-button`} className={className} popoverTarget={id}>
        <Icon name="ignored" />
        {children}
      </button>
      <Menu id={id} label="Ignore" actions={Object.fromEntries(actions)} />
    </>
  )
}

function inDays(days: number): { at: string } {
  return { at: new Date(Date.now() + days * DAY_MS).toISOString() }
}
