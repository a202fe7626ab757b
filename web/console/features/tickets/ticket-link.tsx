// A link to a ticket by its name in the tracker: `#214`, `SHOP-12`.
import { ticketName } from '../../../../contract/ticket-name.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './tickets.module.css'

type Props = { url: string; className?: string; tabIndex?: number }

export function TicketLink({ url, className = css.link, tabIndex }: Props) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={className}
      title={`Ticket ${url}`}
      tabIndex={tabIndex}
    >
      <span className="clip">{ticketName(url)}</span>
      <Icon name="out" small />
    </a>
  )
}
