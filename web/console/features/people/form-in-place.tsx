// A form that opens in its section, above the table.
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react'
import css from './form.module.css'

type Props = {
  title: string
  action: string
  note: ReactNode
  onSubmit: (event: SubmitEvent) => void
  onCancel: () => void
  children: ReactNode
}

/** The first field has the focus. Escape cancels. */
export function FormInPlace({ title, action, note, onSubmit, onCancel, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  return (
    <form
      ref={form}
      className={css.form}
      aria-labelledby={id}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        const isInPopover = (event.target as Element).closest('[popover]') !== null
        if (event.key === 'Escape' && !isInPopover) onCancel()
      }}
    >
      <h2 id={id}>{title}</h2>
      <div className={css.fields}>
        {children}
        <span className="controls">
          <button type="submit" className="primary">
            {action}
          </button>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </span>
      </div>
      <p className={css.note}>{note}</p>
    </form>
  )
}

/** A field with its label above it. `children`: a control with the same label. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}
