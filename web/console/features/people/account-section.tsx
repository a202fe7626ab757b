// The account: how the reader is known, and their sessions.
import { useQuery } from '@tanstack/react-query'
import type { Me } from '../../../../contract/people.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Age } from '../../ui/age.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { METHODS } from './methods.ts'
import { sessionsQuery } from './people-query.ts'
import { Services } from './services.tsx'
import { usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

export function AccountSection({ me }: { me: Me }) {
  const query = useQuery(sessionsQuery())
  const { endSession, endOtherSessions } = usePeopleChanges()
  const sessions = query.data?.sessions ?? []
  return (
    <>
      <header className={css.head}>
        <h1>{me.name === '' ? 'Your account' : <UntrustedText text={me.name} />}</h1>
        <p className="caption">
          {METHODS[me.method]}; role {me.role}, <Services services={me.services} />
        </p>
        {sessions.length > 1 && (
          <button type="button" className="push" onClick={endOtherSessions}>
            End all others
          </button>
        )}
      </header>
      <QueryState query={query} label="sessions" />
      {query.data && sessions.length === 0 && (
        <p className="faint">You use the console without a login, so there is no session.</p>
      )}
      {sessions.length > 0 && (
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Session</th>
                <th scope="col">Address</th>
                <th scope="col">Begun</th>
                <th scope="col">Last used</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ id, device, address, createdAt, lastSeen, isCurrent }) => (
                <tr key={id}>
                  <td>
                    <UntrustedText text={device} empty="unknown device" />
                    {isCurrent && <small> this one</small>}
                  </td>
                  <td>
                    <code>{address}</code>
                  </td>
                  <td>
                    <Age at={createdAt} /> ago
                  </td>
                  <td>
                    <Age at={lastSeen} /> ago
                  </td>
                  <td className={css.actions}>
                    {!isCurrent && (
                      <button type="button" className="quiet" onClick={() => endSession(id)}>
                        End
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
