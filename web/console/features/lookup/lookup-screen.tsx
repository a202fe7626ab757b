// The form that opens an event by its digest.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Screen } from '../../app/screen.tsx'
import { IncidentPicker } from '../incident/index.ts'
import { parseDigest } from '../../search/search-query.ts'
import guide from '../../ui/guide.module.css'
import css from './lookup.module.css'

export function LookupScreen() {
  return (
    <Screen className={guide.narrow}>
      <h1>Look up a digest</h1>
      <p className="lead">Paste the digest from a user’s error screen to open exactly that event.</p>
      <DigestForm initial="" />
      <IncidentPicker />
    </Screen>
  )
}

export function DigestForm({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const digest = parseDigest(text) ?? text.trim()
    if (digest) void navigate({ to: '/d/$digest', params: { digest } })
  }
  return (
    <search>
      <form className={css.form} onSubmit={submit}>
        <label htmlFor={id}>Digest</label>
        <div className="row">
          <input
            id={id}
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <button type="submit" className="primary">
            Open
          </button>
        </div>
        <small>
          Eight letters and digits. Case, spaces and dashes are ignored; O is read as 0, I and L as 1.
        </small>
      </form>
    </search>
  )
}
