// The form for a note. Whoever has no name is asked for it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { Issue, Note } from '../../../../../contract/issues.ts'
import { meQuery } from '../../../http/access.ts'
import { messageOf } from '../../../http/error-text.ts'
import { request } from '../../../http/http.ts'
import { readDraft, writeDraft } from '../../../ui/draft.ts'
import { endNameRequest, hasNoName, useNameRequest, useRename } from '../../names/index.ts'
import { issuePath } from '../issue-query.ts'
import css from './issue-sidebar.module.css'
import { NoteField } from './note-field.tsx'

type Props = { issue: Pick<Issue, 'id' | 'service'>; onSaved: (noteId: string) => void }

export function NoteForm({ issue: { id, service }, onSaved }: Props) {
  const client = useQueryClient()
  const rename = useRename()
  const [isUsed, setUsed] = useState(false)
  const me = useQuery({ ...meQuery(), enabled: isUsed }).data
  const [name, setName] = useState('')
  const [body, setBody] = useState(() => readDraft(id))
  const write = (text: string) => {
    setBody(text)
    writeDraft(id, text)
  }
  const [error, setError] = useState('')
  const isWritten = body.trim() !== ''
  const isAsking = useNameRequest() === 'none' && me !== undefined && hasNoName(me)
  const save = async () => {
    if (name.trim() !== '' && !(await rename(name))) return
    try {
      const note = await request<Note>(`${issuePath(id)}/notes`, { method: 'POST', body: { body } })
      write('')
      setError('')
      if (isAsking) endNameRequest()
      onSaved(note.id)
      await client.invalidateQueries({ queryKey: ['issue', id] })
    } catch (failure) {
      setError(messageOf(failure))
      // Where the session has ended, this leads to the login, and back to what was written.
      await client.invalidateQueries({ queryKey: meQuery().queryKey })
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isWritten) void save()
  }
  return (
    <form className={css.note} onSubmit={submit} onFocus={() => setUsed(true)}>
      <NoteField {...{ body, setBody: write, submit, service, isUsed }} />
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The note was not saved: {error}
        </p>
      )}
      {isWritten && isAsking && (
        <label className="caption line">
          Your name
          <input
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            autoComplete="name"
          />
        </label>
      )}
      {isWritten && (
        <button type="submit" title="Save the note (Ctrl Enter)">
          Add note
        </button>
      )}
    </form>
  )
}
