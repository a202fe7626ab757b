// The login: at a provider, with a name and a password, or with the password of the installation.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { LoginMethods } from '../../../../contract/login.ts'
import { HttpError } from '../../http/http.ts'
import css from './login.module.css'
import { hasLoggedIn, logIn, providerName, readLoginMethods } from './session.ts'
import { LoginError, Welcome } from './welcome.tsx'

const route = getRouteApi('/login')

/** While the relay does not answer which there are. */
const EVERY_METHOD: LoginMethods = { password: true, names: true, provider: null }

export function LoginScreen() {
  const { next } = route.useSearch()
  const query = useQuery({ queryKey: ['login-methods'], queryFn: readLoginMethods })
  // A log-out forgets that there was a session.
  const [isExpired] = useState(() => next !== undefined && hasLoggedIn())
  const methods = query.data ?? (query.isError ? EVERY_METHOD : undefined)
  return (
    <Welcome
      title={isExpired ? 'Your session has ended' : 'Log in'}
      {...(isExpired && { icon: 'clock' })}
      lead={
        isExpired ? (
          <span role="status">What you did last may not be saved. Log in to continue.</span>
        ) : (
          location.host
        )
      }
    >
      {methods && <Methods methods={methods} to={localPath(next)} />}
    </Welcome>
  )
}

function Methods({ methods, to }: { methods: LoginMethods; to: string }) {
  const { password, names, provider } = methods
  const hasForm = password || names
  if (!hasForm && provider === null)
    return (
      <p>
        This console has no login of its own: it is open, or a proxy in front logs people in.{' '}
        <a href={to}>Open the console</a>
      </p>
    )
  return (
    <>
      {provider !== null && (
        <a className={`button primary ${css.wide}`} href={`/login/oidc?to=${encodeURIComponent(to)}`}>
          Continue with {providerName(provider)}
        </a>
      )}
      {provider !== null && hasForm && <p className={css.or}>or</p>}
      {hasForm && <LoginForm methods={methods} to={to} />}
      {!hasForm && (
        <small>
          You log in there and come back. Errata gets your name, your address and your groups, and no
          password.
        </small>
      )}
    </>
  )
}

function LoginForm({ methods, to }: { methods: LoginMethods; to: string }) {
  const { names, provider } = methods
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { error, isWrong, isSending, send } = useLogin(names, to)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send(name.trim(), password)
  }
  const invalid = { 'aria-invalid': isWrong, 'aria-describedby': error ? 'login-error' : undefined }
  return (
    <form className={css.form} onSubmit={submit}>
      {names && (
        <label>
          <span>Name</span>
          <input
            autoComplete="username"
            value={name}
            onChange={(event) => setName(event.target.value)}
            required={!methods.password}
            {...invalid}
            ref={focusOnce}
          />
        </label>
      )}
      <label>
        <span>Password</span>
        <input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          required
          {...invalid}
          {...(!names && { ref: focusOnce })}
        />
      </label>
      <LoginError id="login-error" error={error} />
      <button type="submit" className={provider === null ? 'primary' : ''} disabled={isSending}>
        Log in
      </button>
      <Hint {...methods} />
    </form>
  )
}

function Hint({ password, names }: LoginMethods) {
  if (!names) return <small>The password is the value of the relay’s PASSWORD variable.</small>
  return (
    <small>
      {password && 'Without a name: the password of the installation. '}
      Password forgotten? An admin can invite you again.
    </small>
  )
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

function useLogin(hasNames: boolean, to: string) {
  const router = useRouter()
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const send = async (name: string, password: string) => {
    setSending(true)
    try {
      await logIn(name, password)
      client.clear()
      router.history.replace(to)
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  // The fields of a login that the store did not answer are not wrong.
  const isWrong = failure instanceof HttpError && failure.status === 401
  return { error: describe(failure, hasNames), isWrong, isSending, send }
}

/**
 * Only paths of the console, as the browser reads them, which leaves tabs out: a link to the login must not
 * lead to another site.
 */
function localPath(next = '/'): string {
  const url = next.startsWith('/') ? URL.parse(next, location.origin) : null
  if (url?.origin !== location.origin || /^\/(?:\/|login)/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

function describe(failure: unknown, hasNames: boolean): string {
  if (failure === undefined) return ''
  if (!(failure instanceof HttpError)) return 'Login failed'
  const { status, message } = failure
  if (status === 401) return hasNames ? 'Wrong name or password' : 'Wrong password'
  if (status === 429) return 'Too many attempts. Wait a minute'
  return status === 503 ? `${message} Try again in some seconds` : message
}
