// The button and the form that assign issues. `assignee`: undefined if the issues have different ones.
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  id: string
  assignee: string | null | undefined
  assign: (assignee: string | null) => void
  className?: string
  children: ReactNode
}

export function AssignForm({ id, assignee, assign, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(assignee ?? '')
  const save = (value: string | null) => {
    form.current?.hidePopover()
    button.current?.focus()
    assign(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(name.trim() || null)
  }
  const unassign = () => {
    setName('')
    save(null)
  }
  return (
    <>
      <button ref={button} type="button" id={`${id}-button`} className={className} popoverTarget={id}>
        <Icon name="user" />
        {children}
      </button>
      <form
        ref={form}
        id={id}
        popover="auto"
        className="assign"
        onSubmit={submit}
        onToggle={(event) => {
          if (event.newState === 'open') input.current?.focus()
          else if (document.activeElement === document.body) button.current?.focus()
        }}
      >
        <label htmlFor={`${id}-name`}>Assign to</label>
        <input
          ref={input}
          id={`${id}-name`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Name"
          maxLength={80}
          autoComplete="off"
        />
        <div className="row">
          <button type="submit" className="primary">
            Assign
          </button>
          {assignee !== null && (
            <button type="button" className="quiet" onClick={unassign}>
              Unassign
            </button>
          )}
        </div>
      </form>
    </>
  )
}
