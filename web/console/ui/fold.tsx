// A part of a screen that opens on a click. `className` applies to the line that is always visible.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { title: ReactNode; open?: boolean; className?: string | undefined; children: ReactNode }

export function Fold({ title, open, className, children }: Props) {
  return (
    <details open={open}>
      <summary className={`fold ${className ?? ''}`}>
        <Icon name="right" small />
        {title}
      </summary>
      {children}
    </details>
  )
}
