// The fingerprints merged into an issue, and the form that merges the issue into another one.
import { type FormEvent, useState } from 'react'
import { Fold } from '../../../ui/fold.tsx'
import css from './issue-sidebar.module.css'

/** The id of an issue, alone or at the end of its URL. */
const ISSUE_ID = /(?:^|\/issues\/)([\da-f]{16})(?:[?#].*)?$/

type Props = {
  fingerprints: string[]
  unmerge: (fingerprint: string) => void
  merge: (into: string) => void
}

export function MergedIssues({ fingerprints, unmerge, merge }: Props) {
  return (
    <section className={css.merged}>
      <h2>{fingerprints.length > 0 ? 'Merged into this issue' : 'Merge'}</h2>
      <ul>
        {fingerprints.map((fingerprint) => (
          <li key={fingerprint} className="row">
            <code>{fingerprint}</code>
            <button type="button" className="quiet" onClick={() => unmerge(fingerprint)}>
              Unmerge
            </button>
          </li>
        ))}
      </ul>
      <Fold title="Merge this issue into another">
        <MergeForm merge={merge} />
      </Fold>
    </section>
  )
}

function MergeForm({ merge }: Pick<Props, 'merge'>) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [, id] = ISSUE_ID.exec(text.trim()) ?? []
    setWrong(!id)
    if (id) merge(id)
  }
  return (
    <form className="controls" onSubmit={submit}>
      <input
        aria-label="Other issue"
        placeholder="ID or URL of an issue"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <button type="submit">Merge</button>
      {isWrong && <p role="alert">An issue ID has 16 hex digits; it is the last part of the URL.</p>}
    </form>
  )
}
