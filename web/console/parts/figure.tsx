// One number with its name above and what it means below.
import type { ReactNode } from 'react'
import css from './figures.module.css'

type Props = { label: string; value: ReactNode; tone?: 'error' | undefined; children?: ReactNode }

export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={css.figures} aria-label={label}>
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
