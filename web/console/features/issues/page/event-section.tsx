// A section below the stack trace: title, note, copy button.
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'

type Props = {
  id: string
  title: string
  note?: string
  copy?: { text: string; label: string; caption: string }
  children: ReactNode
}

export function EventSection({ id, title, note, copy, children }: Props) {
  return (
    <section aria-labelledby={id}>
      <header className="controls">
        <h2 id={id}>{title}</h2>
        {note && <small className="num">{note}</small>}
        {copy && (
          <span className="push">
            <CopyButton {...copy} />
          </span>
        )}
      </header>
      {children}
    </section>
  )
}
