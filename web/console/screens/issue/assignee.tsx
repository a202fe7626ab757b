// The button and the form that assign an issue.
import { type FormEvent, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { ASSIGN_BUTTON_ID } from './issue-shortcuts.ts'
import css from './issue.module.css'

type Props = { assignee: string | null; assign: (assignee: string | null) => void }

export function Assignee({ assignee, assign }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(assignee ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.current?.hidePopover()
    assign(name.trim() || null)
  }
  const unassign = () => {
    setName('')
    assign(null)
  }
  return (
    <>
      <button type="button" id={ASSIGN_BUTTON_ID} popoverTarget="assign">
        <Icon name="user" />
        {assignee ?? 'Assign'}
      </button>
      <form
        ref={form}
        id="assign"
        popover="auto"
        className={css.assign}
        onSubmit={submit}
        onToggle={(event) => event.newState === 'open' && input.current?.focus()}
      >
        <label htmlFor="assignee">Assign to</label>
        <input
          ref={input}
          id="assignee"
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Name"
          maxLength={80}
          autoComplete="off"
        />
        <div>
          <button type="submit" className="primary">
            Assign
          </button>
          {assignee && (
            <button type="button" className="quiet" popoverTarget="assign" onClick={unassign}>
              Unassign
            </button>
          )}
        </div>
      </form>
    </>
  )
}
