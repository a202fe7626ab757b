// A filter with a button that removes it. `filter` is its text, `release:1.2`.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { plainText } from './untrusted-text.tsx'

type Props = { filter: string; isUnknown?: boolean; remove: () => void; children: ReactNode }

/** `isUnknown`: the store does not understand it, so it is left out. */
export function Chip({ filter, isUnknown = false, remove, children }: Props) {
  return (
    <span className={`chip ${isUnknown ? 'unknown' : ''}`} title={isUnknown ? 'Left out' : undefined}>
      {children}
      {isUnknown && <span className="visually-hidden">, left out</span>}
      <button type="button" className="bare" aria-label={`Remove ${plainText(filter)}`} onClick={remove}>
        <Icon name="close" small />
      </button>
    </span>
  )
}
