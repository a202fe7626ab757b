// The button and the form that assign issues, with the owners of their services as suggestions.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { serviceSettingsQuery } from '../../search/option-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** `assignee`: undefined if the issues have different ones. `services`: of the issues. */
type Props = {
  id: string
  services: string[]
  assignee: string | null | undefined
  assign: (assignee: string | null) => void
  className?: string
  children: ReactNode
}

export function AssignForm({ id, services, assignee, assign, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(assignee ?? '')
  const [isOpen, setOpen] = useState(false)
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
          setOpen(event.newState === 'open')
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
        {isOpen && <OwnerButtons services={services} assign={save} />}
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

/** The owners of the services. */
function OwnerButtons({ services, assign }: Pick<Props, 'services' | 'assign'>) {
  const all = useQuery(serviceSettingsQuery()).data?.services ?? []
  const own = all.filter(({ service }) => services.includes(service))
  const owners = [...new Set(own.flatMap((settings) => settings.owners))]
  if (owners.length === 0) return null
  return (
    <fieldset className="controls" aria-label="Owners">
      {owners.map((owner) => (
        <button key={owner} type="button" className="small" onClick={() => assign(owner)}>
          <UntrustedText text={owner} />
        </button>
      ))}
    </fieldset>
  )
}
