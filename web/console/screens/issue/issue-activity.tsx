// What people did and wrote, newest first, and a place to write more.

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IssueAnswer } from '../../../../store/api/contract.ts'
import { addNote } from '../../api/mutations.ts'
import { Ago } from '../../parts/age.tsx'
import css from './issue-sidebar.module.css'

export function Activity({ answer, now }: { answer: IssueAnswer; now: number }) {
  const said = answer.notes.map(({ id, at, by, body }) => ({ id, at, by, text: body, note: true }))
  const done = answer.activity.map(({ at, by, change }) => ({
    id: `${at} ${change}`,
    at,
    by,
    text: change,
    note: false,
  }))
  const lines = [...said, ...done].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <section>
      <h2>Activity</h2>
      <ol className={css.activity}>
        {lines.map(({ id, at, by, text, note }) => (
          <li key={id}>
            <p dir="auto">
              {note ? `“${text}”` : text}
              {by && <span className="faint"> {by}</span>}
            </p>
            <Ago at={at} now={now} />
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
  const [wrong, setWrong] = useState('')
  const save = async () => {
    try {
      await addNote(id, body)
      setBody('')
      setWrong('')
      await client.invalidateQueries({ queryKey: ['issue', id] })
    } catch (error) {
      setWrong(error instanceof Error ? error.message : 'unknown')
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
      {wrong && (
        <p className="notice" data-severity="error" role="alert">
          It was not kept: {wrong}
        </p>
      )}
      {body.trim() !== '' && <button type="submit">Add the note</button>}
    </form>
  )
}
