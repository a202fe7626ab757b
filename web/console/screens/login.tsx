import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { logIn } from '../api/mutations.ts'
import { Refusal } from '../api/http.ts'
import { Icon } from '../parts/icon.tsx'
import { Wordmark } from '../parts/wordmark.tsx'
import css from './guide.module.css'

const route = getRouteApi('/login')

export function LoginScreen() {
  const { next } = route.useSearch()
  const router = useRouter()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const [waiting, setWaiting] = useState(false)
  const enter = async () => {
    setWaiting(true)
    try {
      await logIn(password)
      client.clear()
      router.history.replace(insideOnly(next))
    } catch (error) {
      setWrong(error instanceof Refusal ? wordsFor(error) : 'This did not work')
    } finally {
      setWaiting(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enter()
  }
  return (
    <>
      <title>Log in · Errata</title>
      <main id="main">
        <form className={css.login} onSubmit={submit}>
          <Wordmark width={84} />
          <h1 className="heard">Log in</h1>
          <label>
            Password
            <input
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              aria-invalid={wrong !== ''}
              aria-describedby={wrong ? 'login-wrong' : undefined}
              required
              ref={(field) => field?.focus()}
            />
          </label>
          {wrong && (
            <p id="login-wrong" className={css.wrong} role="alert">
              <Icon name="alert" small />
              {wrong}
            </p>
          )}
          <button type="submit" className="primary" disabled={waiting}>
            Log in
          </button>
          <small>The password is what the relay was started with, in the variable PASSWORD.</small>
        </form>
      </main>
    </>
  )
}

/** A link to the login must not lead out of the console. */
function insideOnly(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/'
}

function wordsFor({ status, message }: Refusal): string {
  if (status === 401 || status === 403) return 'This is not the password'
  return status === 429 ? 'Too many tries. Wait a minute' : message
}
