// The form of a channel that exists: its name, another address or secret, how often it may send; and delete.
import { type FormEvent, useState } from 'react'
import type { Channel, ChannelChange, Rule } from '../../../../../contract/alerts.ts'
import { pluralize } from '../../../format/format-number.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { AlertChanges } from '../use-alert-changes.ts'
import { KINDS } from './channel-kinds.ts'
import { type Limits, LimitFields, limitsOf } from './limit-fields.tsx'
import { TextField } from './text-field.tsx'
import css from './channels.module.css'

/** Bytes of the key of a signature. */
const KEY_BYTES = 32

type Props = { channel: Channel; rules: Rule[]; changes: AlertChanges; close: () => void }

export function ChannelEditor({ channel, rules, changes, close }: Props) {
  const { kind, gatherSeconds, pauseSeconds, messagesPerHour, heartbeatMinutes } = channel
  const { showToast } = useToast()
  const [name, setName] = useState(channel.name)
  const [target, setTarget] = useState('')
  const [secret, setSecret] = useState('')
  const [limits, setLimits] = useState<Limits>({
    gatherSeconds,
    pauseSeconds,
    messagesPerHour,
    heartbeatMinutes,
  })
  const [isSaving, setSaving] = useState(false)
  const texts = KINDS[kind]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const change: ChannelChange = {
      ...limitsOf(kind, limits),
      name: name.trim() || channel.name,
      ...(target.trim() !== '' && { target: target.trim() }),
      ...(secret.trim() !== '' && { secret: secret.trim() }),
    }
    const changed = await changes.changeChannel(channel, change)
    setSaving(false)
    if (!changed) return
    showToast({ text: `${plainText(changed.name)} is saved` })
    close()
  }
  return (
    <form className={css.form} aria-label="Channel" onSubmit={(event) => void submit(event)}>
      <TextField label="Name" value={name} max={200} onChange={setName} />
      <TextField
        label={texts.target}
        value={target}
        placeholder={`unchanged: ${plainText(channel.target)}`}
        help={texts.help}
        onChange={setTarget}
      />
      {texts.secret && <SecretField kind={kind} label={texts.secret} value={secret} onChange={setSecret} />}
      <LimitFields kind={kind} limits={limits} onChange={setLimits} />
      <div className="controls">
        <button type="submit" className="primary" disabled={isSaving}>
          Save channel
        </button>
        <button type="button" className="quiet" onClick={close}>
          Cancel
        </button>
        <DeleteChannel channel={channel} rules={rules} changes={changes} close={close} />
      </div>
    </form>
  )
}

type SecretProps = {
  kind: Channel['kind']
  label: string
  value: string
  onChange: (secret: string) => void
}

/** The key of a webhook may be made here: the receiver needs it, and it is not shown again. */
function SecretField({ kind, label, value, onChange }: SecretProps) {
  if (kind !== 'webhook')
    return <TextField label={label} value={value} placeholder="unchanged" onChange={onChange} />
  return (
    <TextField
      label={label}
      value={value}
      placeholder="unchanged"
      help="For 24 hours both sign: the one before and the new one. It is not shown again."
      onChange={onChange}
    >
      <span className="controls">
        <button type="button" className="small" onClick={() => onChange(newKey())}>
          Make a new key
        </button>
        {value !== '' && <CopyButton text={value} label="Copy the key" caption="Copy" />}
      </span>
    </TextField>
  )
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

function DeleteChannel({ channel, rules, changes, close }: Props) {
  const [isAsking, setAsking] = useState(false)
  const users = rules.filter(({ channels }) => channels.includes(channel.id))
  const remove = async () => {
    if (await changes.deleteChannel(channel)) close()
  }
  return (
    <>
      <button type="button" className="quiet push" onClick={() => setAsking(true)}>
        Delete channel
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this channel?"
          action="Delete channel"
          run={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <b>
            <UntrustedText text={channel.name} />
          </b>{' '}
          receives nothing more, and what waits for it is not sent.{' '}
          {users.length === 0 ? (
            'No rule sends to it.'
          ) : (
            <>
              {pluralize(users.length, 'rule loses', 'rules lose')} it:{' '}
              <UntrustedText text={users.map(({ name }) => name).join(', ')} />.
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
