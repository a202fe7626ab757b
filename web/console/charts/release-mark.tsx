// Marks a release on a chart: a line and a caret. `position`: 0 to 1 of its width. An older one has no line.
import type { ReactNode } from 'react'

type Props = { position: number; title?: string | undefined; isOlder?: boolean; children?: ReactNode }

export function ReleaseMark({ position, title, isOlder = false, children }: Props) {
  return (
    <span
      className="release-marker"
      data-older={isOlder || undefined}
      style={{ left: `${position * 100}%` }}
      title={title}
    >
      {children}
      <svg className="icon" viewBox="0 0 12 8" aria-hidden="true">
        <path d="M2 7l4-5 4 5" />
      </svg>
    </span>
  )
}
