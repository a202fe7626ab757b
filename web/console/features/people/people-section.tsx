// People: who has access, with which role, to which services; and invites that wait.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invite, Me, Person, Role } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { pluralize } from '../../format/format-number.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Age } from '../../ui/age.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { METHODS, ROLES } from './methods.ts'
import { peopleQuery } from './people-query.ts'
import { Services } from './services.tsx'
import { type PeopleChanges, usePeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

export function PeopleSection({ me }: { me: Me }) {
  const query = useQuery(peopleQuery())
  const changes = usePeopleChanges()
  const [isInviting, setInviting] = useState(false)
  const { people = [], invites = [] } = query.data ?? {}
  return (
    <>
      <header className={css.head}>
        <h1>People</h1>
        {query.data && (
          <p className="caption">
            {pluralize(people.length, 'person', 'people')}
            {invites.length > 0 && `, ${invites.length} invited`}
          </p>
        )}
        <button type="button" className="primary push" onClick={() => setInviting(true)}>
          <Icon name="plus" />
          Invite
        </button>
      </header>
      <QueryState query={query} label="people" />
      {query.data && people.length + invites.length === 0 && (
        <p className="faint">
          Everybody with the password of the installation is an admin. Invite people, so that each has a name,
          a role and sessions of their own.
        </p>
      )}
      {people.length + invites.length > 0 && (
        <PeopleTable people={people} invites={invites} me={me} changes={changes} />
      )}
      <p className={`caption ${css.note}`}>
        <b>read</b> views everything of their services. <b>write</b> also resolves, assigns and merges issues,
        and changes alerts. <b>admin</b> also opens these settings. Ending access ends all sessions and tokens
        of the person at once.
      </p>
      {isInviting && <InviteDialog invite={changes.invite} onClose={() => setInviting(false)} />}
    </>
  )
}

type TableProps = { people: Person[]; invites: Invite[]; me: Me; changes: PeopleChanges }

function PeopleTable({ people, invites, me, changes }: TableProps) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Services</th>
            <th scope="col">Login</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isMe={person.name === me.name && person.email === me.email && person.method === me.method}
              changes={changes}
            />
          ))}
          {invites.map((invite) => (
            <InviteRow key={invite.id} invite={invite} withdraw={changes.withdraw} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { person: Person; isMe: boolean; changes: PeopleChanges }

function PersonRow({ person, isMe, changes }: RowProps) {
  const [isRemoving, setRemoving] = useState(false)
  const { name, email, role, services, method, lastSeen } = person
  return (
    <tr>
      <td>
        <b>
          <UntrustedText text={name} />
        </b>
        {isMe && <small> you</small>}
        {email && (
          <small className={css.second}>
            <UntrustedText text={email} />
          </small>
        )}
      </td>
      <td>
        <Select
          label={`Role of ${name}`}
          value={role}
          options={ROLES}
          onChange={(value) => void changes.change(person, { role: value as Role })}
        />
      </td>
      <td>
        <Services services={services} />
      </td>
      <td>{METHODS[method]}</td>
      <td>{lastSeen ? <Age at={lastSeen} /> : '–'}</td>
      <td className={css.actions}>
        {!isMe && (
          <button type="button" className="quiet" onClick={() => setRemoving(true)}>
            End access
          </button>
        )}
        {isRemoving && (
          <ConfirmDialog
            title="End access"
            action="End access"
            run={() => changes.removePerson(person)}
            onClose={() => setRemoving(false)}
          >
            All sessions and tokens of <UntrustedText text={name} /> end at once. What they did stays in the
            history.
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}

function InviteRow({ invite, withdraw }: { invite: Invite; withdraw: (id: string) => void }) {
  const { id, role, services, by, expires } = invite
  const now = useNow()
  return (
    <tr>
      <td>
        <span className="faint">invited</span>
        {by && (
          <small className={css.second}>
            by <UntrustedText text={by} />
          </small>
        )}
      </td>
      <td>{role}</td>
      <td>
        <Services services={services} />
      </td>
      <td>link, until {formatShortDateTime(expires, now)}</td>
      <td>–</td>
      <td className={css.actions}>
        <button type="button" className="quiet" onClick={() => withdraw(id)}>
          Withdraw
        </button>
      </td>
    </tr>
  )
}
