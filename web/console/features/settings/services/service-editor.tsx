// The form below the row of a service.
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import type {
  ServiceSettings,
  ServiceSettingsAnswer,
  ServiceSettingsChange,
} from '../../../../../contract/settings.ts'
import { messageOf } from '../../../http/error-text.ts'
import { useToast } from '../../../ui/toast.tsx'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { serviceSettingsQuery } from '../../../search/option-queries.ts'
import { saveService } from '../settings-query.ts'
import css from './services.module.css'

const OWNER_NOTE = 'Separated by commas. Suggested as assignees, and named in alerts of issues without one.'
const REPOSITORY_NOTE =
  'For links to lines and commits. Of another host than GitHub, GitLab or Bitbucket, the address of a ' +
  'line, with {commit}, {path} and {line}.'
const TEMPLATE_NOTE =
  'The address of the form of a new ticket, with {title}, {body}, {link}, {service} and {type}. Empty: ' +
  'the template of all services.'

type Props = {
  settings: ServiceSettings
  channels: ServiceSettingsAnswer['channels']
  close: () => void
}

export function ServiceEditor({ settings, channels, close }: Props) {
  const [owners, setOwners] = useState(settings.owners.join(', '))
  const [repository, setRepository] = useState(settings.repository ?? '')
  const [template, setTemplate] = useState(settings.ticketTemplate ?? '')
  const [channel, setChannel] = useState(settings.channel ?? '')
  const { error, isSaving, save } = useSave(close)
  const name = plainText(settings.service)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const draft = {
      owners: owners.split(',').flatMap((owner) => owner.trim() || []),
      repository: repository.trim() || null,
      ticketTemplate: template.trim() || null,
      channel: channel || null,
    }
    save({ service: settings.service, ...changesOf(settings, draft) })
  }
  return (
    <form aria-label={`Settings of ${name}`} onSubmit={submit}>
      <div className={css.fields}>
        <Field label="Owners" note={OWNER_NOTE}>
          {(field) => (
            // oxlint-disable-next-line no-autofocus -- the form opens by a button of its row
            <input {...field} autoFocus value={owners} onChange={(event) => setOwners(event.target.value)} />
          )}
        </Field>
        <Field
          label="Alerts go to"
          note={
            <>
              For rules without a channel, and for “the channel of the service”.{' '}
              <Link to="/alerts">Rules and channels</Link>
            </>
          }
        >
          {(field) => (
            <select {...field} value={channel} onChange={(event) => setChannel(event.target.value)}>
              <option value="">nobody, unless a rule names a channel</option>
              {channels.map(({ id, name: text }) => (
                <option key={id} value={id}>
                  {plainText(text)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Repository" note={REPOSITORY_NOTE}>
          {(field) => (
            <input
              {...field}
              className="mono"
              placeholder="https://github.com/OWNER/REPOSITORY"
              value={repository}
              onChange={(event) => setRepository(event.target.value)}
            />
          )}
        </Field>
        <Field label="Template of tickets" note={TEMPLATE_NOTE}>
          {(field) => (
            <input
              {...field}
              className="mono"
              placeholder="https://github.com/OWNER/REPOSITORY/issues/new?title={title}&body={body}"
              value={template}
              onChange={(event) => setTemplate(event.target.value)}
            />
          )}
        </Field>
      </div>
      {error && (
        <p className="notice" data-severity="error" role="alert">
          Not saved: {error}
        </p>
      )}
      <footer className="row">
        <button type="submit" className="primary" disabled={isSaving}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </footer>
    </form>
  )
}

type Draft = Omit<ServiceSettings, 'service' | 'lastSeen'>

/** What is the same is not sent: somebody else may have changed it since. */
function changesOf(settings: ServiceSettings, draft: Draft): Partial<Draft> {
  const names = (Object.keys(draft) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(settings[name]),
  )
  return Object.fromEntries(names.map((name) => [name, draft[name]]))
}

type FieldAttributes = { id: string; 'aria-describedby': string; autoComplete: 'off'; spellCheck: false }
type FieldProps = { label: string; note: ReactNode; children: (field: FieldAttributes) => ReactNode }

function Field({ label, note, children }: FieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-note`, autoComplete: 'off', spellCheck: false })}
      <p id={`${id}-note`}>{note}</p>
    </div>
  )
}

function useSave(close: () => void) {
  const client = useQueryClient()
  const { showToast } = useToast()
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)
  const send = async (body: ServiceSettingsChange) => {
    setSaving(true)
    try {
      const saved = await saveService(body)
      client.setQueryData(serviceSettingsQuery().queryKey, (answer) => answer && withService(answer, saved))
      void client.invalidateQueries({ queryKey: ['ticket-templates'] })
      close()
      showToast({ text: `${plainText(body.service)} is saved` })
    } catch (failure) {
      setError(messageOf(failure))
      setSaving(false)
    }
  }
  return { error, isSaving, save: (body: ServiceSettingsChange) => void send(body) }
}

function withService(answer: ServiceSettingsAnswer, saved: ServiceSettings): ServiceSettingsAnswer {
  const services = answer.services.map((each) => (each.service === saved.service ? saved : each))
  return { ...answer, services }
}
