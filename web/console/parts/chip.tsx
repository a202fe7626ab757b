// A filter with a button that removes it. `filter` is its text, `release:1.2`.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { filter: string; remove: () => void; children: ReactNode }

export function Chip({ filter, remove, children }: Props) {
  return (
    <span className="chip">
      {children}
      <button type="button" aria-label={`Remove ${filter}`} onClick={remove}>
        <Icon name="close" small />
      </button>
    </span>
  )
}
