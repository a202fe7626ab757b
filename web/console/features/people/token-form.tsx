// Makes a token, and shows it once. Both open in the section itself.
import { type SubmitEvent, useState } from 'react'
import type { CreatedToken, Me, NewToken, TokenScope } from '../../../../contract/people.ts'
import { formatDate } from '../../format/format-time.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FieldGroup, FormInPlace } from './form-in-place.tsx'
import { Secret } from './section-head.tsx'
import { ServicesControl } from './services.tsx'
import css from './form.module.css'

export const DAY_MS = 24 * 3600 * 1000

export const SCOPES: Record<TokenScope, string> = { maps: 'maps', read: 'read', write: 'write' }
/** What a scope lets a program do. */
const SENTENCES: Record<TokenScope, string> = {
  maps: 'uploads source maps, and reads nothing: the right scope for a build.',
  read: 'reads everything of its services.',
  write: 'also resolves, assigns and merges issues, and changes alerts.',
}
const LIFETIMES = { 365: 'in a year', 90: 'in 90 days', 30: 'in 30 days', 0: 'never' }
const DEFAULT_DAYS: Record<TokenScope, string> = { maps: '365', read: '365', write: '90' }

type Props = {
  me: Me
  create: (body: NewToken) => Promise<CreatedToken | undefined>
  onCreated: (token: CreatedToken) => void
  onCancel: () => void
}

export function TokenForm({ me, create, onCreated, onCancel }: Props) {
  const canWrite = me.role !== 'read'
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>(canWrite ? 'maps' : 'read')
  const [services, setServices] = useState(['*'])
  const [chosenDays, setDays] = useState<string>()
  const days = chosenDays ?? DEFAULT_DAYS[scope]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const expires = days === '0' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    void create({ name, scope, services, expires }).then((token) => token && onCreated(token))
  }
  const note = (
    <>
      <b>{SCOPES[scope]}</b> {SENTENCES[scope]}
    </>
  )
  return (
    <FormInPlace title="New token" action="Make it" note={note} onSubmit={submit} onCancel={onCancel}>
      <label className={`${css.field} ${css.grow}`}>
        <span>Name</span>
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="what uses it, such as CI of the shop"
          maxLength={100}
          required
          autoComplete="off"
        />
      </label>
      <FieldGroup label="Scope">
        <Segmented
          legend="Scope"
          name="scope"
          options={(canWrite ? (Object.keys(SCOPES) as TokenScope[]) : ['read' as const]).map((value) => ({
            value,
            label: SCOPES[value],
          }))}
          value={scope}
          onChange={setScope}
        />
      </FieldGroup>
      <FieldGroup label="Services">
        <ServicesControl
          label="Services"
          services={services}
          {...(!me.services.includes('*') && { all: 'all of yours' })}
          className={css.choice}
          onChange={setServices}
        />
      </FieldGroup>
      <FieldGroup label="Expires">
        <Select label="Expires" value={days} options={LIFETIMES} onChange={setDays} />
      </FieldGroup>
    </FormInPlace>
  )
}

export function TokenToCopy({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const { name, scope, expires } = token
  const now = useNow()
  const end = expires ? `expires on ${formatDate(new Date(expires), now)}` : 'never expires'
  return (
    <div className={css.form} role="status">
      <h2>
        <UntrustedText text={name} /> is made
      </h2>
      <Secret text={token.token} label="Copy the token">
        <button type="button" onClick={onClose}>
          I have copied it
        </button>
      </Secret>
      <p className={css.note}>
        It is not shown again: only its hash is stored. Its scope is {SCOPES[scope]}, and it {end}. Programs
        send it as <code>Authorization: Bearer …</code>
        {scope === 'maps' && (
          <>
            , a build takes it from <code>ERRATA_TOKEN</code>
          </>
        )}
        .
      </p>
    </div>
  )
}
