import { type FormEvent, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import css from './issue.module.css'

export function Assignee({
  assignee,
  assign,
}: {
  assignee: string | null
  assign: (assignee: string | null) => void
}) {
  const box = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(assignee ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    box.current?.hidePopover()
    assign(typed.trim() || null)
  }
  return (
    <>
      <button type="button" id="assign-button" popoverTarget="assign">
        <Icon name="user" />
        {assignee ?? 'Assign'}
      </button>
      <form
        ref={box}
        id="assign"
        popover="auto"
        className={css.assign}
        onSubmit={submit}
        onToggle={(event) => event.newState === 'open' && field.current?.focus()}
      >
        <label htmlFor="assignee">Who takes care of it</label>
        <input
          ref={field}
          id="assignee"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="A name"
          maxLength={80}
          autoComplete="off"
        />
        <div>
          <button type="submit" className="primary">
            Assign
          </button>
          {assignee && (
            <button
              type="button"
              className="quiet"
              popoverTarget="assign"
              onClick={() => {
                setTyped('')
                assign(null)
              }}
            >
              Nobody
            </button>
          )}
        </div>
      </form>
    </>
  )
}
