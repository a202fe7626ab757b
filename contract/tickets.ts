// The answers of `/api/ticket-templates`: how the form of an issue tracker is opened. Types only.

/**
 * `service`: empty for all services that have no template of their own. `url`: the address of a form for a
 * new issue, with the placeholders `{title}`, `{body}`, `{link}`, `{service}` and `{type}`.
 */
export type TicketTemplate = { service: string; url: string }

/** By service. */
export type TicketTemplatesAnswer = { templates: TicketTemplate[] }

/** `url: null` removes the template. */
export type TicketTemplateChange = { service: string; url: string | null }
