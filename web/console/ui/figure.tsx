// One number with its name above and what it means below.
import type { ReactNode } from 'react'
import css from './figures.module.css'

type Props = { label: string; value: ReactNode; tone?: 'error' | undefined; children?: ReactNode }

/** `className`: where the screen has a grid of its own. */
type FiguresProps = { label: string; className?: string | undefined; children: ReactNode }

export function Figures({ label, className = '', children }: FiguresProps) {
  return (
    <section className={`${css.figures} ${className}`} aria-label={label}>
      {children}
    </section>
  )
}

export function Figure({ label, value, tone, children }: Props) {
  return (
    <div className={css.figure}>
      <span>{label}</span>
      <strong data-tone={tone}>{value}</strong>
      {children && <small>{children}</small>}
    </div>
  )
}
