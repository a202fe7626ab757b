// A button that opens a choice of names: all of them, some that are offered, or others that are typed.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import css from './names-control.module.css'
import { plainText, UntrustedText } from './untrusted-text.tsx'

/**
 * `all`: the text without a choice. `known`: what is offered. `hint`: below the list. `children`: on the
 * button, instead of the names.
 */
type Props = {
  label: string
  all: string
  names: string[]
  known: string[]
  hint?: string
  className?: string | undefined
  onChange: (names: string[]) => void
  onClose?: () => void
  children?: ReactNode
}

export function NamesControl(props: Props) {
  const { label, all, names, known, hint, className, onChange, onClose, children } = props
  const id = useId()
  const text = names.length === 0 ? all : names.join(' or ')
  const offered = [...new Set([...names, ...known])].filter((name) => name !== '')
  const toggle = (name: string) =>
    onChange(names.includes(name) ? names.filter((other) => other !== name) : [...names, name])
  return (
    <span className={css.names}>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={children ? undefined : `${label}: ${plainText(text)}`}
        title={plainText(text)}
      >
        {children && <span className="visually-hidden">{label}: </span>}
        {children ?? (
          <span className="clip">
            <UntrustedText text={text} />
          </span>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={css.choices}
        onToggle={({ newState }) => newState === 'closed' && onClose?.()}
      >
        <label>
          <input type="checkbox" checked={names.length === 0} onChange={() => onChange([])} />
          {all}
        </label>
        {offered.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={names.includes(name)} onChange={() => toggle(name)} />
            <UntrustedText text={name} />
          </label>
        ))}
        <OtherName label={label} add={(name) => onChange([...new Set([...names, name])])} />
        {hint && <p className="caption">{hint}</p>}
      </div>
    </span>
  )
}

/** A name that has not been seen yet. */
function OtherName({ label, add }: { label: string; add: (name: string) => void }) {
  const [name, setName] = useState('')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // It would submit the form around it.
    event.preventDefault()
    if (name.trim() === '') return
    add(name.trim())
    setName('')
  }
  return (
    <input
      value={name}
      placeholder="Another name, then Enter"
      aria-label={`Another name: ${label.toLowerCase()}`}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
