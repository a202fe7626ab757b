// Asks somebody how to be called.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import css from './names.module.css'
import { useRename } from './use-rename.ts'

type Props = {
  name?: string
  action?: string
  /** The name that is stored, on one line. */
  onSaved?: (name: string) => void
  /** Whether the field has the focus when it appears. */
  isFirst?: boolean
}

export function NameForm({ name: stored = '', action = 'Save', onSaved, isFirst = false }: Props) {
  const id = useId()
  const rename = useRename()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(stored)
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    void rename(name).then((saved) => saved && onSaved?.(saved))
  }
  return (
    <form className={css.name} onSubmit={submit}>
      <label htmlFor={id} className="caption">
        Your name
      </label>
      <input
        id={id}
        ref={input}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={100}
        autoComplete="name"
      />
      <button type="submit" disabled={name.trim() === '' || name === stored}>
        {action}
      </button>
    </form>
  )
}
