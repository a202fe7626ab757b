// The templates by which the form of an issue tracker is opened.
import type {
  TicketTemplate,
  TicketTemplateChange,
  TicketTemplatesAnswer,
} from '../../../../contract/tickets.ts'
import { request } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'

const PATH = '/api/ticket-templates'

export function templatesQuery() {
  return answerQuery<TicketTemplatesAnswer>(['ticket-templates'], PATH)
}

export function saveTemplate(body: TicketTemplateChange): Promise<TicketTemplatesAnswer> {
  return request<TicketTemplatesAnswer>(PATH, { method: 'PUT', body })
}

/** The template of the service, else the one of all services. */
export function templateFor(templates: TicketTemplate[], service: string): TicketTemplate | undefined {
  const of = (name: string) => templates.find((template) => template.service === name)
  return of(service) ?? of('')
}
