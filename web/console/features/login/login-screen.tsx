// The login with a password.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { HttpError } from '../../http/http.ts'
import { hasLoggedIn, logIn, readLoginMethods } from './session.ts'
import { Icon } from '../../ui/icon.tsx'
import { Wordmark } from '../../app/wordmark.tsx'
import css from './login.module.css'

const route = getRouteApi('/login')

export function LoginScreen() {
  const { next } = route.useSearch()
  const router = useRouter()
  const client = useQueryClient()
  const { data: methods } = useQuery({ queryKey: ['login-methods'], queryFn: readLoginMethods })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  // A log-out forgets that there was a session.
  const [isExpired] = useState(() => next !== undefined && hasLoggedIn())
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await logIn(name, password)
      client.clear()
      router.history.replace(localPath(next))
    } catch (failure) {
      setError(failure instanceof HttpError ? describe(failure) : 'Login failed')
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <>
      <title>Log in · Errata</title>
      <main id="main">
        <form className={css.login} onSubmit={submit}>
          <Wordmark width={84} />
          <h1 className="visually-hidden">Log in</h1>
          {isExpired && (
            <p className="notice" role="status">
              Your session has ended, and what you did last may not be saved. Log in to continue.
            </p>
          )}
          {methods?.provider && <ProviderLink issuer={methods.provider} next={localPath(next)} />}
          <label className="caption">
            Name
            <input
              autoComplete="username"
              value={name}
              onChange={(event) => setName(event.target.value)}
              placeholder="empty for the owner"
            />
          </label>
          <label className="caption">
            Password
            <input
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              aria-invalid={error !== ''}
              aria-describedby={error ? 'login-error' : undefined}
              required
              ref={(field) => field?.focus()}
            />
          </label>
          {error && (
            <p id="login-error" className="severity" data-severity="error" role="alert">
              <Icon name="alert" small />
              {error}
            </p>
          )}
          <button type="submit" className="primary" disabled={isSending}>
            Log in
          </button>
          <small>The owner’s password is the value of the relay’s PASSWORD variable.</small>
        </form>
      </main>
    </>
  )
}

function ProviderLink({ issuer, next }: { issuer: string; next: string }) {
  return (
    <a className="button primary" href={`/login/oidc?to=${encodeURIComponent(next)}`}>
      Log in with {new URL(issuer).host}
    </a>
  )
}

/** Only paths of the console: a link to the login must not lead to another site. */
function localPath(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/'
}

function describe({ status, message }: HttpError): string {
  if (status === 401 || status === 403) return 'Wrong password'
  return status === 429 ? 'Too many attempts. Wait a minute' : message
}
