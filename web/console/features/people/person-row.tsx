// A person in the table: role and services are changed in place, and the access is ended.
import { useState } from 'react'
import type { Person, Role } from '../../../../contract/people.ts'
import { Age } from '../../ui/age.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { loginText, ROLES } from './methods.ts'
import { Who } from './section-head.tsx'
import { Services, ServicesControl, SeveralRights } from './services.tsx'
import type { PeopleChanges } from './use-people-changes.ts'
import css from './people.module.css'

type Props = { person: Person; changes: PeopleChanges }

export function PersonRow({ person, changes }: Props) {
  const { name, email, method, provider, lastSeen, isCurrent } = person
  return (
    <tr>
      <td className={css.first}>
        <Who
          name={
            <>
              <UntrustedText text={name} />
              {isCurrent && <span className="faint"> you</span>}
            </>
          }
          initials={name}
          second={email && <UntrustedText text={email} />}
        />
      </td>
      <Rights person={person} changes={changes} />
      <td className={css.login}>
        <UntrustedText text={loginText(method, provider)} />
      </td>
      <td className={`num ${css.seen}`}>{lastSeen ? <Age at={lastSeen} /> : '–'}</td>
      <td className={css.end}>{!isCurrent && <EndAccess person={person} changes={changes} />}</td>
    </tr>
  )
}

/** Nobody changes their own rights. Several come from the groups of a provider, and are changed there. */
function Rights({ person, changes }: Props) {
  const { name, role, services, rights, isCurrent } = person
  const [draft, setDraft] = useState<string[]>()
  const save = () => {
    if (draft === undefined) return
    const isSame = draft.toSorted().join('\n') === services.toSorted().join('\n')
    const saved = isSame ? Promise.resolve() : changes.change(person, { services: draft })
    void saved.finally(() => setDraft(undefined))
  }
  if (rights.length > 1)
    return (
      <td className={css.wide} colSpan={2}>
        <SeveralRights rights={rights} />
      </td>
    )
  if (isCurrent)
    return (
      <>
        <td className={css.role}>{role}</td>
        <td className={css.wide}>
          <Services services={services} />
        </td>
      </>
    )
  return (
    <>
      <td className={css.role}>
        <Select
          label={`Role of ${plainText(name)}`}
          value={role}
          options={ROLES}
          onChange={(value) => void changes.change(person, { role: value as Role })}
        />
      </td>
      <td className={css.wide}>
        <ServicesControl
          label={`Services of ${plainText(name)}`}
          services={draft ?? services}
          className={css.inPlace}
          onChange={setDraft}
          onClose={save}
        />
      </td>
    </>
  )
}

function EndAccess({ person, changes }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`quiet small ${css.danger}`}
        aria-label={`End access of ${plainText(person.name)}`}
        onClick={() => setAsking(true)}
      >
        End access
      </button>
      {isAsking && (
        <ConfirmDialog
          title="End access"
          action="End access"
          run={() => changes.removePerson(person)}
          onClose={() => setAsking(false)}
        >
          All sessions and tokens of{' '}
          <b>
            <UntrustedText text={person.name} />
          </b>{' '}
          end at once. What they did stays in the history.
          {person.method !== 'invite' &&
            ' They can log in again for as long as the settings of the login let them in.'}
        </ConfirmDialog>
      )}
    </>
  )
}
