// Changes and notes of an issue, newest first, and the form for a note.
import { messageOf } from '../../../http/error-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { IssueAnswer, Note as SavedNote } from '../../../../../contract/issues.ts'
import { request } from '../../../http/http.ts'
import { issuePath } from '../issue-query.ts'
import { formatDateTime } from '../../../format/format-time.ts'
import { Age } from '../../../ui/age.tsx'
import { UntrustedText, nameControls } from '../../../ui/untrusted-text.tsx'
import css from './issue-sidebar.module.css'

export function IssueActivity({ answer }: { answer: IssueAnswer }) {
  const entries = [
    ...answer.notes.map(({ id, at, by, body }) => ({ id, at, by, text: <Note body={body} /> })),
    ...answer.activity.map(({ at, by, change }) => ({
      id: `${at} ${change}`,
      at,
      by,
      text: (
        <bdi>
          <LinkedText text={withLocalTimes(change)} />
        </bdi>
      ),
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  const [savedId, setSavedId] = useState('')
  const isShown = entries.some(({ id }) => id === savedId)
  // A new note gets the focus as soon as it is listed.
  useEffect(() => {
    if (isShown) document.getElementById(`activity-${savedId}`)?.focus()
  }, [isShown, savedId])
  return (
    <section>
      <h2>Activity</h2>
      <ol className={css.activity}>
        {entries.map(({ id, at, by, text }) => (
          <li key={id} id={`activity-${id}`} tabIndex={-1}>
            <p dir="auto">
              {text}
              {by && (
                <span className="faint">
                  {' '}
                  <UntrustedText text={by} />
                </span>
              )}
            </p>
            <Age at={at} />
          </li>
        ))}
      </ol>
      <NoteForm id={answer.issue.id} onSaved={setSavedId} />
    </section>
  )
}

function Note({ body }: { body: string }) {
  return (
    <>
      “
      <bdi>
        <LinkedText text={body} />
      </bdi>
      ”
    </>
  )
}

/** URLs in it are links. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line no-array-index-key -- the parts of a text have no other key
      <a key={index} href={part} target="_blank" rel="noreferrer">
        <UntrustedText text={part} />
      </a>
    ) : (
      nameControls(part)
    ),
  )
}

/** Converts `ignored until 2026-11-23T07:46:33.924Z` to local time. */
function withLocalTimes(change: string): string {
  return change.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => formatDateTime(at))
}

function NoteForm({ id, onSaved }: { id: string; onSaved: (noteId: string) => void }) {
  const client = useQueryClient()
  const [body, setBody] = useState('')
  const [error, setError] = useState('')
  const save = async () => {
    try {
      const note = await request<SavedNote>(`${issuePath(id)}/notes`, { method: 'POST', body: { body } })
      setBody('')
      setError('')
      onSaved(note.id)
      await client.invalidateQueries({ queryKey: ['issue', id] })
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const submit = (event: SyntheticEvent) => {
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
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
        dir="auto"
      />
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The note was not saved: {error}
        </p>
      )}
      {body.trim() !== '' && (
        <button type="submit" title="Save the note (Ctrl Enter)">
          Add note
        </button>
      )}
    </form>
  )
}
