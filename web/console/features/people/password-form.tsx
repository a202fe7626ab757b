// Changes the reader's own password. The browser keeps the new one, so the fields are named for it.
import { type SubmitEvent, useId, useState } from 'react'
import type { PasswordChange } from '../../../../contract/people.ts'
import { messageOf } from '../../http/error-text.ts'
import { request } from '../../http/http.ts'
import { useToast } from '../../ui/toast.tsx'
import css from './people.module.css'

const MIN_LENGTH = 12
const MAX_LENGTH = 1_000

/** `name`: of the account, for the browser's list of passwords. `onChanged`: other sessions have ended. */
export function PasswordForm({ name, onChanged }: { name: string; onChanged: () => void }) {
  const { showToast } = useToast()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const change = async () => {
    setError('')
    try {
      const body: PasswordChange = { current, password }
      await request('/api/me/password', { method: 'PUT', body })
      setCurrent('')
      setPassword('')
      showToast({ text: 'Your password is changed, and your other sessions have ended' })
      onChanged()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void change()
  }
  return (
    <form className={css.password} onSubmit={submit} aria-label="Change your password">
      <input type="text" autoComplete="username" value={name} readOnly hidden />
      <Field label="Current" value={current} set={setCurrent} autoComplete="current-password" />
      <Field
        label="New, 12 characters or more"
        value={password}
        set={setPassword}
        autoComplete="new-password"
        minLength={MIN_LENGTH}
      />
      <button type="submit" disabled={current === '' || password === ''}>
        Change
      </button>
      {error && (
        <p className="notice" data-severity="error" role="alert">
          Not changed: {error}
        </p>
      )}
    </form>
  )
}

type FieldProps = {
  label: string
  value: string
  set: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  minLength?: number
}

function Field({ label, value, set, autoComplete, minLength }: FieldProps) {
  const id = useId()
  return (
    <span>
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <input
        id={id}
        type="password"
        required
        minLength={minLength}
        maxLength={MAX_LENGTH}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </span>
  )
}
