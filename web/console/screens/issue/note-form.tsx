import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addNote } from '../../api/mutations.ts'
import css from './issue-sidebar.module.css'

/** `id` is that of the issue. */
export function NoteForm({ id }: { id: string }) {
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
