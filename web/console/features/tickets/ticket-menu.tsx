// What is done with the ticket of an issue: open the tracker's form filled in, link, unlink, set up.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import type { TicketTemplate } from '../../../../contract/tickets.ts'
import { fillTemplate } from '../../../../contract/ticket-url.ts'
import { ALL_SERVICES, useMay } from '../../http/access.ts'
import { requestText } from '../../http/http.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { templateFor, templatesQuery } from './templates-query.ts'
import css from './tickets.module.css'
import { trackerLabel } from './trackers.ts'

type Props = {
  issue: Issue
  change: (change: IssueChange) => void
  setUp: () => void
  close: () => void
}

export function TicketMenu({ issue, change, setUp, close }: Props) {
  const { ticket, service } = issue
  const maySetUp = useMay('admin')(ALL_SERVICES)
  const query = useQuery(templatesQuery())
  // Without it, the form opens with the link only.
  const markdown = useQuery(markdownQuery(issue.id))
  const templates = markdown.isPending ? undefined : query.data?.templates
  const template = templates && templateFor(templates, service)
  const content = useRef<HTMLDivElement>(null)
  const isLoaded = templates !== undefined || query.isError
  useEffect(() => {
    const isInUse = content.current?.contains(document.activeElement)
    if (isLoaded && !isInUse) content.current?.querySelector<HTMLElement>('a, button, input')?.focus()
  }, [isLoaded])
  const save = (url: string | null) => {
    close()
    change({ ticket: url })
  }
  return (
    <div ref={content} className={css.menu}>
      <QueryState query={query} label="tickets" thin />
      {template && (
        <CreateLink issue={issue} template={template} markdown={markdown.data ?? ''} content={content} />
      )}
      {templates && !template && (
        <p>
          No issue tracker is set up for <UntrustedText text={service} empty="this service" />. Errata opens
          its form filled in, and needs no access to it.
        </p>
      )}
      {templates && maySetUp && (
        <button type="button" className={template || ticket ? 'quiet' : 'primary'} onClick={setUp}>
          <span className="clip">
            Set up tickets for <UntrustedText text={service} empty="this service" />…
          </span>
        </button>
      )}
      <LinkForm ticket={ticket} save={save} />
    </div>
  )
}

function markdownQuery(id: string) {
  return queryOptions({
    queryKey: ['issue-markdown', id],
    queryFn: () => requestText(`/api/issues/${encodeURIComponent(id)}.md`),
  })
}

type CreateProps = {
  issue: Issue
  template: TicketTemplate
  markdown: string
  content: RefObject<HTMLDivElement | null>
}

/** A link, because a browser opens no tab for a script that waited for the text first. */
function CreateLink({ issue, template, markdown, content }: CreateProps) {
  const href = formAddress(issue, template.url, markdown)
  return (
    <a
      className={`button ${issue.ticket ? '' : 'primary'} ${css.create}`}
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={() => content.current?.querySelector('input')?.focus()}
    >
      <span className="clip">Create an issue in {trackerLabel(template.url)}</span>
      <Icon name="out" small />
    </a>
  )
}

function formAddress({ id, type, message, service }: Issue, template: string, markdown: string): string {
  const link = `${location.origin}/issues/${encodeURIComponent(id)}`
  const title = [type, message.split('\n', 1)[0]!].filter((part) => part !== '').join(': ')
  // The form has the title in a field of its own.
  const body = `${link}\n\n${markdown.replace(/^# .*\n+/, '')}`
  return fillTemplate(template, { title: title || 'Error', body, link, service, type })
}

type FormProps = { ticket: string | null; save: (url: string | null) => void }

function LinkForm({ ticket, save }: FormProps) {
  const [url, setUrl] = useState(ticket ?? '')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save(url.trim())
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor="ticket-url">{ticket === null ? 'Link a ticket' : 'Linked ticket'}</label>
      <div className="row">
        <input
          id="ticket-url"
          type="url"
          required
          pattern="https?://.+"
          title="An address that begins with https:// or http://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="Paste the address of the ticket"
          maxLength={2_000}
          autoComplete="off"
        />
        <button type="submit">Link</button>
        {ticket !== null && (
          <button type="button" className="quiet" onClick={() => save(null)}>
            Unlink
          </button>
        )}
      </div>
    </form>
  )
}
