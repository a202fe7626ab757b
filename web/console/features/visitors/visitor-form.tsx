// Opens the page of a user or a session by its id.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import type { VisitorKey } from '../../search/visitor-link.tsx'
import css from './visitors.module.css'

export function VisitorForm() {
  const navigate = useNavigate()
  const [key, setKey] = useState<VisitorKey>('user')
  const [text, setText] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = text.trim()
    if (value) void navigate({ to: '/visitors', search: { [key]: value, range: '30d' } })
  }
  return (
    <search>
      <form className={css.form} onSubmit={submit}>
        <label htmlFor={id}>Id</label>
        <div className="row">
          <select
            aria-label="Kind of id"
            value={key}
            onChange={({ target }) => setKey(target.value as VisitorKey)}
          >
            <option value="user">User</option>
            <option value="session">Session</option>
          </select>
          <input
            id={id}
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className="primary">
            Open
          </button>
        </div>
      </form>
    </search>
  )
}
