// Everything of a user or a session: exported, or deleted after a preview of the counts.
import { type SyntheticEvent, useState } from 'react'
import { DeleteDialog } from '../../forget/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import section from '../section.module.css'
import css from './privacy.module.css'

type Kind = 'user' | 'session'

export function DeletePerson() {
  const [kind, setKind] = useState<Kind>('user')
  const [id, setId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const query = new URLSearchParams({ [kind === 'user' ? 'userId' : 'sessionId']: id })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <section aria-labelledby="delete-person" className={section.part}>
      <h2 id="delete-person">
        Delete everything of a person <small>or of one session</small>
      </h2>
      <form className={css.person} onSubmit={submit}>
        <select
          aria-label="Kind of id"
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          <option value="user">User id</option>
          <option value="session">Session id</option>
        </select>
        <input
          aria-label="Id"
          className="mono"
          required
          value={id}
          onChange={(event) => setId(event.target.value)}
          placeholder={kind === 'user' ? 'as the application passes it to setUser' : 'as an event shows it'}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit">Count and delete…</button>
        {id !== '' && (
          <a className="button" href={`/api/export?${query.toString()}`} download="export.json">
            <Icon name="download" />
            Export
          </a>
        )}
      </form>
      <p className={section.note}>
        Before anything is deleted you see how much it is. The log files of the relay are not changed: your
        own rotation deletes them.
      </p>
      {isAsking && (
        <DeleteDialog target={{ kind, id }} onClose={() => setAsking(false)} onDeleted={() => setId('')} />
      )}
    </section>
  )
}
