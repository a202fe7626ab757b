// The control of the ticket of an issue. The code of its menu and of the set-up comes when they are opened.
import { useRef, useState } from 'react'
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import { Icon } from '../../ui/icon.tsx'
import { optionalPart } from '../../ui/optional-part.tsx'
import { TicketLink } from './ticket-link.tsx'
import css from './tickets.module.css'

const TicketMenu = optionalPart(() => import('./ticket-menu.tsx').then((module) => module.TicketMenu))
const TicketSetup = optionalPart(() => import('./ticket-setup.tsx').then((module) => module.TicketSetup))

type Props = { id: string; issue: Issue; change: (change: IssueChange) => void }

export function TicketButton({ id, issue, change }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'nothing' | 'menu' | 'setup'>('nothing')
  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  const { ticket, service } = issue
  return (
    <span className={ticket === null ? undefined : 'joined'}>
      {ticket !== null && <TicketLink url={ticket} className={`button ${css.ticket}`} />}
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        className={ticket === null ? undefined : 'only-icon'}
        aria-label={ticket === null ? undefined : 'Ticket'}
        title="Ticket (T)"
        popoverTarget={id}
      >
        {ticket === null ? (
          <>
            <Icon name="out" />
            <span className="button-text">Ticket</span>
          </>
        ) : (
          <Icon name="down" small />
        )}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Ticket"
        onToggle={({ newState }) => {
          setOpen((current) => (newState === 'open' ? 'menu' : current === 'menu' ? 'nothing' : current))
          if (newState === 'closed' && document.activeElement === document.body) button.current?.focus()
        }}
      >
        {open === 'menu' && (
          <TicketMenu issue={issue} change={change} setUp={() => setOpen('setup')} close={close} />
        )}
      </div>
      {open === 'setup' && (
        <TicketSetup
          service={service}
          onClose={() => {
            setOpen('nothing')
            button.current?.focus()
          }}
        />
      )}
    </span>
  )
}
