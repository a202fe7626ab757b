// The form of a new channel.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChannelKind, CreatedChannel, Rule } from '../../../../../contract/alerts.ts'
import { pluralize } from '../../../format/format-number.ts'
import { Select } from '../../../ui/select.tsx'
import type { AlertChanges } from '../use-alert-changes.ts'
import { KIND_LABELS, KINDS } from './channel-kinds.ts'
import { DEFAULT_LIMITS, LimitFields, limitsOf } from './limit-fields.tsx'
import { TextField } from './text-field.tsx'
import css from './channels.module.css'

/** Which rules send to it from now on. */
type Use = 'unused' | 'all' | 'none'

/** Where nobody chooses, a pager gets these only. */
const PAGED = new Set<Rule['when']>(['crashFree', 'silence'])

/** `cancel`: undefined of the first channel. */
type Props = {
  rules: Rule[]
  changes: AlertChanges
  onCreated: (channel: CreatedChannel) => void
  cancel?: () => void
}

export function NewChannelForm({ rules, changes, onCreated, cancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<ChannelKind>('slack')
  const [name, setName] = useState('')
  const [target, setTarget] = useState('')
  const [secret, setSecret] = useState('')
  const [limits, setLimits] = useState(DEFAULT_LIMITS)
  const unused = rules.filter(
    ({ channels, when }) => channels.length === 0 && (kind !== 'pagerduty' || PAGED.has(when)),
  )
  const [choice, setUse] = useState<Use>('unused')
  const use = choice === 'unused' && unused.length === 0 ? 'none' : choice
  const [isSaving, setSaving] = useState(false)
  const texts = KINDS[kind]
  useEffect(() => {
    if (cancel) form.current?.querySelector('select')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- when it opens
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const channel = await changes.addChannel({
      kind,
      name: name.trim() || texts.label,
      ...limitsOf(kind, limits),
      target: target.trim(),
      ...(secret.trim() !== '' && texts.secret && { secret: secret.trim() }),
      ...(kind === 'pagerduty' && target.trim() === '' && { target: DEFAULT_EVENTS_API }),
      ...(use === 'all' && { rules: rules.map(({ id }) => id) }),
      ...(use === 'none' && { rules: [] }),
    })
    setSaving(false)
    if (channel) onCreated(channel)
  }
  return (
    <form ref={form} className={css.form} aria-label="New channel" onSubmit={(event) => void submit(event)}>
      <label className={css.field}>
        Kind
        <Select
          label="Kind"
          value={kind}
          options={KIND_LABELS}
          onChange={(value) => setKind(value as ChannelKind)}
        />
      </label>
      <TextField label="Name" value={name} placeholder={texts.label} max={200} onChange={setName} />
      <TextField
        label={texts.target}
        value={target}
        placeholder={texts.example}
        required={texts.needsTarget !== false}
        help={texts.help}
        onChange={setTarget}
      />
      {texts.secret && (
        <TextField
          label={texts.secret}
          value={secret}
          required={texts.needsSecret === true}
          help={texts.secretHelp}
          onChange={setSecret}
        />
      )}
      <label className={css.field}>
        Rules that send to it
        <Select
          label="Rules that send to it"
          value={use}
          options={{
            ...(unused.length > 0 && {
              unused: describeUnused(kind, unused.length),
            }),
            all: `all ${pluralize(rules.length, 'rule')}`,
            none: 'none yet',
          }}
          onChange={(value) => setUse(value as Use)}
        />
      </label>
      <LimitFields kind={kind} limits={limits} onChange={setLimits} />
      <p className="controls">
        <button type="submit" className="primary" disabled={isSaving}>
          Add channel
        </button>
        {cancel && (
          <button type="button" className="quiet" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}

const DEFAULT_EVENTS_API = 'https://events.pagerduty.com/v2/enqueue'

function describeUnused(kind: ChannelKind, count: number): string {
  const text = `the ${pluralize(count, 'rule')} without a channel`
  return kind === 'pagerduty' ? `${text}, of releases and silence` : text
}
