// The sessions of the reader, each of which can be ended.
import { useQuery } from '@tanstack/react-query'
import type { Me, Session } from '../../../../contract/people.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Age } from '../../ui/age.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { sessionsQuery } from './people-query.ts'
import { usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

export function SessionList({ method }: { method: Me['method'] }) {
  const query = useQuery(sessionsQuery())
  const { endSession, endOtherSessions } = usePeopleChanges()
  const sessions = query.data?.sessions ?? []
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  return (
    <section aria-labelledby="sessions">
      <header className={css.head}>
        <h2 id="sessions">Sessions</h2>
        <p className="caption">end after 7 days without a visit, at the latest after 30 days</p>
        {others > 0 && sessions.length > others && (
          <button type="button" className="push" onClick={endOtherSessions}>
            {others === 1 ? 'End the other one' : `End the ${others} others`}
          </button>
        )}
      </header>
      <QueryState query={query} label="sessions" />
      {query.data && sessions.length === 0 && (
        <p className="faint">
          {method === 'header'
            ? 'The proxy logs you in at each request, so there is no session.'
            : 'You use the console without a login, so there is no session.'}
        </p>
      )}
      {sessions.length > 0 && <SessionTable sessions={sessions} end={endSession} />}
    </section>
  )
}

function SessionTable({ sessions, end }: { sessions: Session[]; end: (id: string) => void }) {
  return (
    <table className={`cards rows ${css.sessions}`} aria-label="Sessions">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Address</th>
          <th scope="col" className="num">
            Begun
          </th>
          <th scope="col" className="num">
            Last seen
          </th>
          <th scope="col" className={css.end}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, device, address, createdAt, lastSeen, isCurrent }) => (
          <tr key={id}>
            <td className={css.first}>
              <b>
                <UntrustedText text={device} empty="Unknown device" />
              </b>
              {isCurrent && <span className="faint"> this one</span>}
            </td>
            <td className={css.address}>{address}</td>
            <td className="num wide-only">
              <Age at={createdAt} />
            </td>
            <td className={`num ${css.seen}`}>
              <Age at={lastSeen} />
            </td>
            <td className={css.end}>
              {!isCurrent && (
                <button type="button" className={`quiet small ${css.danger}`} onClick={() => end(id)}>
                  End
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
