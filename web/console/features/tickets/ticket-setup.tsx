// The dialog that sets the template of tickets, of one service or of all.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { PLACEHOLDERS } from '../../../../contract/ticket-url.ts'
import type { TicketTemplate } from '../../../../contract/tickets.ts'
import { messageOf } from '../../http/error-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { saveTemplate, templatesQuery } from './templates-query.ts'
import css from './tickets.module.css'
import { templateOf, type TrackerName, trackerAt, trackerLabel, trackerOf, TRACKERS } from './trackers.ts'

const NO_TEMPLATES: TicketTemplate[] = []

type Props = { service: string; onClose: () => void }

export function TicketSetup({ service, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const templates = useQuery(templatesQuery()).data?.templates ?? NO_TEMPLATES
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={css.setup} aria-labelledby="ticket-setup" onClose={onClose}>
      <h2 id="ticket-setup">
        Tickets for <UntrustedText text={service} empty="this service" />
      </h2>
      <SetupForm service={service} templates={templates} close={() => dialog.current?.close()} />
    </dialog>
  )
}

type FormProps = { service: string; templates: TicketTemplate[]; close: () => void }

function SetupForm({ service, templates, close }: FormProps) {
  const own = templates.find((template) => template.service === service)
  const general = templates.find((template) => template.service === '')
  const [target, setTarget] = useState(own || !general ? service : '')
  const existing = target === '' ? general : own
  const [url, setUrl] = useState((own ?? general)?.url ?? '')
  const id = useId()
  const { error, save } = useSave(close)
  const changeTarget = (name: string) => {
    setTarget(name)
    setUrl((name === '' ? general : own)?.url ?? url)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save(target, url.trim())
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <AddressFields setUrl={setUrl} />
      <label htmlFor={id}>Template</label>
      <textarea
        id={id}
        rows={3}
        required
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        spellCheck={false}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="caption">
        The address of the form for a new issue. {PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} are
        replaced.
      </p>
      <label htmlFor={`${id}-target`}>For</label>
      <select id={`${id}-target`} value={target} onChange={(event) => changeTarget(event.target.value)}>
        <option value={service}>{`Only ${plainText(service, 'this service')}`}</option>
        <option value="">All services without a template of their own</option>
      </select>
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The template was not saved: {error}
        </p>
      )}
      <footer>
        {existing && (
          <button type="button" className="quiet" onClick={() => save(target, null)}>
            Remove
          </button>
        )}
        <button type="button" className="push" onClick={close}>
          Cancel
        </button>
        <button type="submit" className="primary">
          Save
        </button>
      </footer>
    </form>
  )
}

/** They write a template that can be edited. */
function AddressFields({ setUrl }: { setUrl: (url: string) => void }) {
  const [tracker, setTracker] = useState<TrackerName>('github')
  const [address, setAddress] = useState('')
  const id = useId()
  const { example, hint } = trackerOf(tracker)
  const write = (name: TrackerName, text: string) => {
    setTracker(name)
    setAddress(text)
    const template = templateOf(name, text)
    if (template) setUrl(template)
  }
  return (
    <>
      <label htmlFor={id}>Tracker and the address of your project</label>
      <div className={css.tracker}>
        <select
          aria-label="Tracker"
          value={tracker}
          onChange={(event) => write(event.target.value as TrackerName, address)}
        >
          {Object.entries(TRACKERS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <input
          id={id}
          type="url"
          value={address}
          onChange={({ target: { value } }) => write(trackerAt(value) ?? tracker, value)}
          placeholder={example}
          autoComplete="off"
        />
      </div>
      {hint && <p className="caption">{hint}</p>}
    </>
  )
}

function useSave(close: () => void) {
  const client = useQueryClient()
  const { showToast } = useToast()
  const [error, setError] = useState('')
  const send = async (service: string, url: string | null) => {
    try {
      client.setQueryData(templatesQuery().queryKey, await saveTemplate({ service, url }))
      close()
      const name = service === '' ? 'all services' : plainText(service)
      showToast({
        text: url === null ? `No template for ${name}` : `Tickets for ${name} open ${trackerLabel(url)}`,
      })
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  return { error, save: (service: string, url: string | null) => void send(service, url) }
}
