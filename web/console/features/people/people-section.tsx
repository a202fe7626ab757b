// People: who has access, with which role, to which services; and invites that wait.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invite, InviteLink, PeopleAnswer } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { pluralize } from '../../format/format-number.ts'
import { QueryState } from '../../http/query-state.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { InviteForm, InviteToCopy } from './invite-form.tsx'
import { canInviteQuery, peopleQuery } from './people-query.ts'
import { PersonRow } from './person-row.tsx'
import { NewButton, SectionHead, Who } from './section-head.tsx'
import { Services } from './services.tsx'
import { type PeopleChanges, usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

export function PeopleSection() {
  const query = useQuery(peopleQuery())
  const login = useQuery(canInviteQuery()).data
  const changes = usePeopleChanges()
  const [isInviting, setInviting] = useState(false)
  const [created, setCreated] = useState<{ link: InviteLink; email: string }>()
  const canInvite = login === undefined || login.canInvite
  return (
    <>
      <SectionHead title="People" caption={query.data && <Counts {...query.data} />}>
        {canInvite && <NewButton label="Invite" onClick={() => setInviting(true)} />}
      </SectionHead>
      {isInviting && (
        <InviteForm
          canMail={query.data?.canMail ?? false}
          invite={changes.invite}
          onCreated={(link, email) => {
            setCreated({ link, email })
            setInviting(false)
          }}
          onCancel={() => setInviting(false)}
        />
      )}
      {created && <InviteToCopy {...created} onClose={() => setCreated(undefined)} />}
      <QueryState query={query} label="people" />
      {query.data && <PeopleTable {...query.data} changes={changes} />}
      {login?.canInvite === false && <NoLogin isOpen={login.isOpen} />}
      <Note />
    </>
  )
}

function Counts({ people, invites }: PeopleAnswer) {
  return (
    <>
      {pluralize(people.length, 'person', 'people')}
      {invites.length > 0 && `, ${invites.length} invited`}
    </>
  )
}

function NoLogin({ isOpen }: { isOpen: boolean }) {
  return (
    <p className={css.note}>
      {isOpen
        ? 'This console has no login: whoever reaches it is an admin. '
        : 'Only the proxy in front logs people in. '}
      To invite people, set <code>PASSWORD</code> or <code>OIDC_ISSUER</code> and start the relay again.
    </p>
  )
}

function Note() {
  return (
    <p className={css.note}>
      <b>read</b> views everything of their services. <b>write</b> also resolves, assigns and merges issues
      and changes alerts. <b>admin</b> also opens these settings. A role and services that are set here no
      longer follow the groups of a provider. Ending the access of a person ends all their sessions and tokens
      at once; what they did stays in the history. The last admin cannot be removed; the password of the
      installation counts as one.
    </p>
  )
}

function PeopleTable({ people, invites, changes }: PeopleAnswer & { changes: PeopleChanges }) {
  if (people.length + invites.length === 0)
    return (
      <p className="lead">
        Nobody has a name here yet. Everybody who knows the password of the installation is an admin. Invite
        people, so that each has a name, a role and sessions of their own.
      </p>
    )
  return (
    <table className={`cards rows ${css.people}`} aria-label="People">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col" className={css.role}>
            Role
          </th>
          <th scope="col">Services</th>
          <th scope="col" className={css.login}>
            Logs in with
          </th>
          <th scope="col" className={`num ${css.seen}`}>
            Last seen
          </th>
          <th scope="col" className={css.end}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} changes={changes} />
        ))}
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} withdraw={changes.withdraw} />
        ))}
      </tbody>
    </table>
  )
}

function InviteRow({ invite, withdraw }: { invite: Invite; withdraw: (id: string) => void }) {
  const { id, role, services, by, email, expires } = invite
  const now = useNow()
  return (
    <tr>
      <td className={css.first}>
        <Who
          name={email === null ? 'Invited' : <UntrustedText text={email} />}
          initials=""
          second={
            <>
              {email === null ? 'by' : 'invited by'} <UntrustedText text={by} empty="the owner" />
            </>
          }
        />
      </td>
      <td className={css.role}>{role}</td>
      <td className={css.wide}>
        <Services services={services} />
      </td>
      <td className={`${css.login} ${css.muted}`}>a link, until {formatShortDateTime(expires, now)}</td>
      <td className={`num ${css.seen}`}>–</td>
      <td className={css.end}>
        <button type="button" className="quiet small" onClick={() => withdraw(id)}>
          Withdraw
        </button>
      </td>
    </tr>
  )
}
