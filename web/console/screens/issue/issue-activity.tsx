// Changes and notes of an issue, newest first, and the form for a note.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IssueAnswer } from '../../../../store/api/contract.ts'
import { addNote } from '../../api/mutations.ts'
import { Age } from '../../parts/age.tsx'
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

function NoteForm({ id }: { id: string }) {
  const client = useQueryClient()
  const [body, setBody] = useState('')
  const [error, setError] = useState('')
  const save = async () => {
    try {
      await addNote(id, body)
      setBody('')
      setError('')
      await client.invalidateQueries({ queryKey: ['issue', id] })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'unknown error')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim()) void save()
  }
  return (
    <form className={css.note} onSubmit={submit}>
      <textarea
        rows={2}
        aria-label="Note"
        placeholder="Write a note…"
        value={body}
        onChange={(event) => setBody(event.target.value)}
        dir="auto"
      />
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The note was not saved: {error}
        </p>
      )}
      {body.trim() !== '' && <button type="submit">Add note</button>}
    </form>
  )
}
