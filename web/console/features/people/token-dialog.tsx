// Makes a token, and shows it once.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CreatedToken, Me, NewToken, TokenScope } from '../../../../contract/people.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/select.tsx'
import { parseServices } from './services.tsx'
import css from './people.module.css'

export const SCOPES: Record<TokenScope, string> = {
  maps: 'upload source maps',
  read: 'read',
  write: 'read and write',
}

const DAY_MS = 24 * 3600 * 1000
const LIFETIMES = { 90: '90 days', 365: 'a year', 0: 'no expiry' }

type Props = {
  me: Me
  create: (body: NewToken) => Promise<CreatedToken | undefined>
  onClose: () => void
}

export function TokenDialog({ me, create, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [created, setCreated] = useState<CreatedToken>()
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>New token</h2>
      {created ? (
        <>
          <p>Copy the token now: it is not shown again.</p>
          <p className={css.secret}>
            <code>{created.token}</code>
            <CopyButton text={created.token} label="Copy the token" caption="Copy" />
          </p>
        </>
      ) : (
        <TokenForm
          id={`${id}-form`}
          canWrite={me.role !== 'read'}
          create={(body) => void create(body).then(setCreated)}
        />
      )}
      <footer>
        <button type="button" onClick={() => dialog.current?.close()}>
          {created ? 'Close' : 'Cancel'}
        </button>
        {!created && (
          <button type="submit" form={`${id}-form`} className="primary">
            Make the token
          </button>
        )}
      </footer>
    </dialog>
  )
}

type FormProps = { id: string; canWrite: boolean; create: (body: NewToken) => void }

function TokenForm({ id, canWrite, create }: FormProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>(canWrite ? 'maps' : 'read')
  const [services, setServices] = useState('')
  const [days, setDays] = useState('365')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expires = days === '0' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    create({ name, scope, services: parseServices(services), expires })
  }
  return (
    <form id={id} onSubmit={submit}>
      <label>
        Name
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="what uses it, such as CI of the shop"
          required
          autoComplete="off"
        />
      </label>
      <label>
        Scope
        <Select
          label="Scope"
          value={scope}
          options={canWrite ? SCOPES : { read: SCOPES.read }}
          onChange={(value) => setScope(value as TokenScope)}
        />
      </label>
      <label>
        Services
        <input
          value={services}
          onChange={(event) => setServices(event.target.value)}
          placeholder="all, or shop-web, admin-*"
          autoComplete="off"
        />
      </label>
      <label>
        Expires after
        <Select
          label="Expires after"
          value={days}
          options={LIFETIMES}
          onChange={(value) => setDays(value ?? '365')}
        />
      </label>
    </form>
  )
}
