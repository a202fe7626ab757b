// Accepts an invite: a name and a password of one's own.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Wordmark } from '../../app/wordmark.tsx'
import { messageOf } from '../../http/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { acceptInvite } from '../login/index.ts'
import css from './people.module.css'

const MIN_PASSWORD = 10

export function InviteScreen() {
  const router = useRouter()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const secret = router.state.location.hash
  const send = async () => {
    try {
      await acceptInvite({ invite: secret, name, password })
      client.clear()
      router.history.replace('/')
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <>
      <title>Invite · Errata</title>
      <main id="main">
        <form className={css.invite} onSubmit={submit}>
          <Wordmark width={84} />
          <h1>You are invited</h1>
          <p>Choose the name that others see, and a password.</p>
          <label className="caption">
            Name
            <input
              value={name}
              onChange={(event) => setName(event.target.value)}
              autoComplete="name"
              required
            />
          </label>
          <label className="caption">
            Password, {MIN_PASSWORD} characters or more
            <input
              type="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="new-password"
              minLength={MIN_PASSWORD}
              required
            />
          </label>
          {error && (
            <p className="severity" data-severity="error" role="alert">
              <Icon name="alert" small />
              {error}
            </p>
          )}
          <button type="submit" className="primary">
            Continue
          </button>
        </form>
      </main>
    </>
  )
}
