// Changes and notes of an issue, newest first, and the form for a note.

import type { IssueAnswer } from '../../../../store/api/contract.ts'
import { Age } from '../../parts/age.tsx'
import { NoteForm } from './note-form.tsx'
import css from './issue-sidebar.module.css'

export function IssueActivity({ answer, now }: { answer: IssueAnswer; now: number }) {
  const entries = [
    ...answer.notes.map(({ id, at, by, body }) => ({ id, at, by, text: `“${body}”` })),
    ...answer.activity.map(({ at, by, change }) => ({ id: `${at} ${change}`, at, by, text: change })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <section>
      <h2>Activity</h2>
      <ol className={css.activity}>
        {entries.map(({ id, at, by, text }) => (
          <li key={id}>
            <p dir="auto">
              {text}
              {by && <span className="faint"> {by}</span>}
            </p>
            <Age at={at} now={now} />
          </li>
        ))}
      </ol>
      <NoteForm id={answer.issue.id} />
    </section>
  )
}
