// Tokens for programs: what each may do, by whom it was made, when it was used.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken, CreatedToken, Me } from '../../../../contract/people.ts'
import { formatDate, formatShortDateTime } from '../../format/format-time.ts'
import { QueryState } from '../../http/query-state.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { tokensQuery } from './people-query.ts'
import { NewButton, SectionHead } from './section-head.tsx'
import { Services } from './services.tsx'
import { DAY_MS, SCOPES, TokenForm, TokenToCopy } from './token-form.tsx'
import { usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

/** A token that ends within this time has a warning. */
const SOON_MS = 7 * DAY_MS

export function TokenSection({ me }: { me: Me }) {
  const query = useQuery(tokensQuery())
  const { createToken, revoke } = usePeopleChanges()
  const [isMaking, setMaking] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  const tokens = query.data?.tokens ?? []
  return (
    <>
      <SectionHead title="API tokens" caption={query.data && <Counts tokens={tokens} />}>
        {me.method !== 'token' && <NewButton label="New token" onClick={() => setMaking(true)} />}
      </SectionHead>
      {isMaking && (
        <TokenForm
          me={me}
          create={createToken}
          onCreated={(token) => {
            setCreated(token)
            setMaking(false)
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      {created && <TokenToCopy token={created} onClose={() => setCreated(undefined)} />}
      <QueryState query={query} label="tokens" />
      {query.data && tokens.length === 0 && (
        <p className="lead">
          A token lets a program use the API: a build that uploads source maps, a dashboard, a bot.
        </p>
      )}
      {tokens.length > 0 && <TokenTable tokens={tokens} revoke={revoke} />}
      <p className={css.note}>
        A token may never do more than the person who made it, and ends with their access. The tokens of the
        variable <code>API_TOKENS</code> are not listed.
      </p>
    </>
  )
}

function Counts({ tokens }: { tokens: ApiToken[] }) {
  const now = useNow()
  const ends = tokens.flatMap(({ expires }) => (expires ? [Date.parse(expires) - now] : []))
  const soon = ends.filter((left) => left > 0 && left < SOON_MS).length
  return (
    <>
      {tokens.length - ends.filter((left) => left <= 0).length} in use
      {soon > 0 && `, ${soon} ${soon === 1 ? 'expires' : 'expire'} within 7 days`}
    </>
  )
}

type Revoke = (id: string, name: string) => void

function TokenTable({ tokens, revoke }: { tokens: ApiToken[]; revoke: Revoke }) {
  return (
    <table className={`cards rows ${css.tokens}`} aria-label="API tokens">
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col" className={css.scope}>
            Scope
          </th>
          <th scope="col">Services</th>
          <th scope="col" className={css.by}>
            Made by
          </th>
          <th scope="col" className={css.used}>
            Last used
          </th>
          <th scope="col" className={css.expires}>
            Expires
          </th>
          <th scope="col" className={css.end}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} revoke={revoke} />
        ))}
      </tbody>
    </table>
  )
}

function TokenRow({ token, revoke }: { token: ApiToken; revoke: Revoke }) {
  const { name, prefix, scope, services, by, createdAt, lastUsed, expires } = token
  const now = useNow()
  return (
    <tr>
      <td className={css.first}>
        <b>
          <UntrustedText text={name} />
        </b>
        <small>
          <code>{prefix}…</code>
        </small>
      </td>
      <td className={css.scope}>{SCOPES[scope]}</td>
      <td className={css.wide}>
        <Services services={services} />
      </td>
      <td className={css.by}>
        <UntrustedText text={by} empty="the owner" />
        <small>{formatShortDateTime(createdAt, now)}</small>
      </td>
      <td className={css.used}>
        <span className="narrow-only faint">used </span>
        {lastUsed ? formatDate(new Date(lastUsed.day), now) : 'never'}
        {lastUsed && <small>from {lastUsed.address}</small>}
      </td>
      <td className={css.expires}>
        <span className="narrow-only faint">expires </span>
        <Expiry expires={expires} now={now} />
      </td>
      <td className={css.end}>
        <Revoke token={token} revoke={revoke} />
      </td>
    </tr>
  )
}

function Expiry({ expires, now }: { expires: string | null; now: number }) {
  if (expires === null) return 'never'
  const left = Date.parse(expires) - now
  if (left > SOON_MS) return formatDate(new Date(expires), now)
  const days = Math.floor(left / DAY_MS)
  return (
    <span className="severity" data-severity={left <= 0 ? 'error' : 'warn'} title={expires}>
      <Icon name="alert" small />
      {left <= 0 ? 'expired' : days === 0 ? 'today' : `in ${days} d`}
    </span>
  )
}

function Revoke({ token: { id, name }, revoke }: { token: ApiToken; revoke: Revoke }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`quiet small ${css.danger}`}
        aria-label={`Revoke ${plainText(name)}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Revoke the token"
          action="Revoke"
          run={() => revoke(id, name)}
          onClose={() => setAsking(false)}
        >
          Programs that use{' '}
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          are refused from now on. It cannot be restored.
        </ConfirmDialog>
      )}
    </>
  )
}
