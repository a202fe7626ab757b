// Accepts an invite: who invites, to what, and a login at the provider, or a name and a password.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { InvitePreview } from '../../../../contract/login.ts'
import type { Role } from '../../../../contract/people.ts'
import { formatDate } from '../../format/format-time.ts'
import { messageOf } from '../../http/error-text.ts'
import { HttpError } from '../../http/http.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import css from './login.module.css'
import { acceptAtProvider, acceptInvite, providerName, readInvite, readLoginMethods } from './session.ts'
import { LoginError, Welcome } from './welcome.tsx'

/** The store takes no shorter one. */
const MIN_PASSWORD = 12
const MAX_NAME = 100

/** What a role adds to viewing. */
const ROLES: Record<Role, string> = {
  read: '',
  write: ', resolve and assign their issues, and change alerts',
  admin: ', change everything, and manage people and settings',
}

const GONE =
  'It was used, it was withdrawn, or its 7 days are over. If it was you who used it, log in. If not, ask ' +
  'the person who invited you for another one.'

export function InviteScreen() {
  // Another link in the same tab changes no more than this.
  const secret = useLocation({ select: ({ hash }) => hash })
  const now = useNow()
  const query = useQuery({
    queryKey: ['invite', secret],
    queryFn: () => readInvite(secret),
    // Once it is accepted it no longer exists.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const methods = useQuery({ queryKey: ['login-methods'], queryFn: readLoginMethods })
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />
  if (!query.data || methods.isPending) return <Welcome title="Welcome to Errata" />
  return (
    <Welcome title="Welcome to Errata" lead={<Invitation {...query.data} />}>
      <AcceptForm secret={secret} provider={methods.data?.provider ?? null} />
      <small>
        The link works once, until {formatDate(new Date(query.data.expires), now)}. Others see your name
        beside what you change.
      </small>
    </Welcome>
  )
}

function Invitation({ by, role, services }: InvitePreview) {
  return (
    <>
      <b>
        <UntrustedText text={by} empty="The owner of this installation" />
      </b>{' '}
      invites you. You will see{' '}
      {services.includes('*')
        ? 'all services'
        : services.map((service, index) => (
            <span key={service}>
              {index > 0 && (index === services.length - 1 ? ' and ' : ', ')}
              <ServiceName name={service} />
            </span>
          ))}
      {ROLES[role]}.
    </>
  )
}

/** The address has a link that does not work, or the store does not answer. */
function Failure({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof HttpError && error.status === 404)
    return (
      <Welcome title="This link no longer works" icon="clock" lead={GONE}>
        <a className={`button primary ${css.wide}`} href="/login">
          Log in
        </a>
      </Welcome>
    )
  return (
    <Welcome title="The invite cannot be read" icon="alert" lead={`${messageOf(error)}.`.replace('..', '.')}>
      <button type="button" className={`primary ${css.wide}`} onClick={retry}>
        Try again
      </button>
    </Welcome>
  )
}

/** `provider`: the URL of an identity provider; null: nobody logs in at one. */
function AcceptForm({ secret, provider }: { secret: string; provider: string | null }) {
  const router = useRouter()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const accept = (work: () => Promise<void>) => {
    setError('')
    work().catch((failure: unknown) => setError(messageOf(failure)))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    accept(async () => {
      await acceptInvite(secret, { name, password })
      client.clear()
      router.history.replace('/')
    })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {provider !== null && (
        <>
          <button type="button" className="primary" onClick={() => accept(() => acceptAtProvider(secret))}>
            Continue with {providerName(provider)}
          </button>
          <p className={css.or}>or with a password</p>
        </>
      )}
      <label>
        <span>Your name, as others see it</span>
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="username"
          maxLength={MAX_NAME}
          required
          ref={(field) => {
            if (name === '' && provider === null) field?.focus()
          }}
        />
      </label>
      <label>
        <span>Password, {MIN_PASSWORD} characters or more</span>
        <input
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="new-password"
          minLength={MIN_PASSWORD}
          aria-describedby={error ? 'invite-error' : undefined}
          required
        />
      </label>
      <LoginError id="invite-error" error={error} />
      <button type="submit" className={provider === null ? 'primary' : ''}>
        Accept and log in
      </button>
    </form>
  )
}
