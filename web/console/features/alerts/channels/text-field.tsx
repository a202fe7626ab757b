// A field of the form of a channel, with a sentence that helps.
import { type ReactNode, useId } from 'react'
import css from './channels.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string | undefined
  placeholder?: string
  required?: boolean
  max?: number
  /** Below the field. */
  children?: ReactNode
}

export function TextField({ label, value, onChange, help, children, max = 4_000, ...input }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label>
        {label}
        <input
          value={value}
          maxLength={max}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={help === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
      </label>
      {children}
      {help !== undefined && <small id={id}>{help}</small>}
    </div>
  )
}
