// A part of a sentence that names services, environments or releases: all of them, or those that are chosen.
import { type KeyboardEvent, useId, useState } from 'react'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import css from './sentence.module.css'

/** `all`: the text without a choice. `known`: what is offered. `hint`: below the list. */
type Props = {
  label: string
  all: string
  names: string[]
  known: string[]
  hint?: string
  onChange: (names: string[]) => void
}

export function NamesControl({ label, all, names, known, hint, onChange }: Props) {
  const id = useId()
  const text = names.length === 0 ? all : names.join(' or ')
  const offered = [...new Set([...names, ...known])].filter((name) => name !== '')
  const toggle = (name: string) =>
    onChange(names.includes(name) ? names.filter((other) => other !== name) : [...names, name])
  return (
    <span className={css.names}>
      <button
        type="button"
        className={css.button}
        popoverTarget={id}
        aria-label={`${label}: ${plainText(text)}`}
        title={plainText(text)}
      >
        <span className="clip">
          <UntrustedText text={text} />
        </span>
      </button>
      <div id={id} popover="auto" role="group" aria-label={label} className={css.choices}>
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
    // It would submit the rule.
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
