// A setting of the login: what it is at the side, its values beside it, each with the variable that sets it.
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import css from './login-section.module.css'

type Props = { title: string; text: string; children: ReactNode }

export function Setting({ title, text, children }: Props) {
  return (
    <section className={css.setting}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}

/** A method that is off. `children`: what switches it on. */
export function State({ children }: { children: ReactNode }) {
  return (
    <p className={css.state}>
      <span>
        <Icon name="ignored" small />
        <b>Off.</b> {children}
      </span>
    </p>
  )
}

/** No other screen has it, so it is not an icon of all. */
export function Lock() {
  return (
    <svg className="icon icon-s" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3.5 7h9v6.25h-9zM5.5 7V5.25a2.5 2.5 0 0 1 5 0V7" />
    </svg>
  )
}

type FactProps = { name: string; variable: string; children: ReactNode }

export function Fact({ name, variable, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {children}
        <span className={css.variable} title={`Set by ${variable}`}>
          <Lock />
          <code>{variable}</code>
        </span>
      </dd>
    </>
  )
}
