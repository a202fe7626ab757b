// The ticket of an issue in another tracker: its link, and the control that creates, links or unlinks it.
export { TicketButton } from './ticket-button.tsx'
export { TicketLink } from './ticket-link.tsx'
