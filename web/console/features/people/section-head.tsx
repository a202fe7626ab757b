// Parts of the sections about people: the head, somebody by initials and name, a secret that is shown once.
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import form from './form.module.css'
import css from './people.module.css'

/** The button of the section that makes something new: a key presses it. */
export const NEW_ID = 'settings-new'

/** `children`: actions at the end. */
type Props = { title: string; caption?: ReactNode; children?: ReactNode }

export function SectionHead({ title, caption, children }: Props) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {caption && <p className="caption">{caption}</p>}
      {children && <div className={`controls push ${css.actions}`}>{children}</div>}
    </header>
  )
}

export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" id={NEW_ID} className="primary" onClick={onClick}>
      <Icon name="plus" small />
      {label}
    </button>
  )
}

/** `name`: empty for nobody. */
export function Initials({ name }: { name: string }) {
  if (name === '')
    return (
      <span className={`initials ${css.nobody}`}>
        <Icon name="user" />
      </span>
    )
  const letters = name.split(/\s+/).flatMap((part) => /[\p{L}\d]/u.exec(part)?.[0] ?? [])
  return (
    <span className="initials" aria-hidden="true">
      {[letters[0], ...(letters.length > 1 ? [letters.at(-1)] : [])].join('').toUpperCase() || '?'}
    </span>
  )
}

type WhoProps = { name: ReactNode; initials: string; second?: ReactNode }

/** Somebody in a table, with a second line. */
export function Who({ name, initials, second }: WhoProps) {
  return (
    <div className={css.who}>
      <Initials name={initials} />
      <div>
        <b>{name}</b>
        {second && <small>{second}</small>}
      </div>
    </div>
  )
}

/** `children`: what follows the copy button. */
export function Secret({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  return (
    <p className="controls">
      <span className={form.secret}>
        <code>
          <UntrustedText text={text} />
        </code>
        <CopyButton text={text} label={label} caption="Copy" />
      </span>
      {children}
    </p>
  )
}
