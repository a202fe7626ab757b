// Tokens for programs: what each may do, by whom it was made, when it was used.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken, Me } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { tokensQuery } from './people-query.ts'
import { Services } from './services.tsx'
import { SCOPES, TokenDialog } from './token-dialog.tsx'
import { usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

export function TokenSection({ me }: { me: Me }) {
  const query = useQuery(tokensQuery())
  const { createToken, revoke } = usePeopleChanges()
  const [isMaking, setMaking] = useState(false)
  const tokens = query.data?.tokens ?? []
  return (
    <>
      <header className={css.head}>
        <h1>API tokens</h1>
        <button type="button" className="primary push" onClick={() => setMaking(true)}>
          <Icon name="plus" />
          New token
        </button>
      </header>
      <QueryState query={query} label="tokens" />
      {query.data && tokens.length === 0 && (
        <p className="faint">
          A token lets a program use the API: a build that uploads source maps, a dashboard, a bot.
        </p>
      )}
      {tokens.length > 0 && <TokenTable tokens={tokens} revoke={revoke} />}
      <p className={`caption ${css.note}`}>
        A token may never do more than the person who made it, and ends with their access. The tokens of the
        variable API_TOKENS are not listed.
      </p>
      {isMaking && <TokenDialog me={me} create={createToken} onClose={() => setMaking(false)} />}
    </>
  )
}

type TableProps = { tokens: ApiToken[]; revoke: (id: string, name: string) => void }

function TokenTable({ tokens, revoke }: TableProps) {
  const now = useNow()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Scope</th>
            <th scope="col">Services</th>
            <th scope="col">Made by</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ id, name, prefix, scope, services, by, createdAt, lastUsed, expires }) => (
            <tr key={id}>
              <td>
                <b>
                  <UntrustedText text={name} />
                </b>
                <small className={css.second}>
                  <code>{prefix}…</code>
                </small>
              </td>
              <td>{SCOPES[scope]}</td>
              <td>
                <Services services={services} />
              </td>
              <td>
                {by && <UntrustedText text={by} />}
                <small className={css.second}>{formatShortDateTime(createdAt, now)}</small>
              </td>
              <td>
                {lastUsed ? lastUsed.day : 'never'}
                {lastUsed && <small className={css.second}>from {lastUsed.address}</small>}
              </td>
              <td>{expires ? formatShortDateTime(expires, now) : 'never'}</td>
              <td className={css.actions}>
                <button type="button" className="quiet" onClick={() => revoke(id, name)}>
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
