// Changes and notes of an issue, newest first, and the form for a note.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IssueAnswer } from '../../../../../contract/issues.ts'
import { noteParts } from '../../../../../contract/mentions.ts'
import { formatDateTime } from '../../../format/format-time.ts'
import { Age } from '../../../ui/age.tsx'
import { UntrustedText, nameControls } from '../../../ui/untrusted-text.tsx'
import { personNamesQuery } from '../../names/index.ts'
import css from './issue-sidebar.module.css'
import { NoteForm } from './note-form.tsx'

export function IssueActivity({ answer, mayWrite }: { answer: IssueAnswer; mayWrite: boolean }) {
  const { issue } = answer
  const entries = [
    ...answer.notes.map(({ id, at, by, body }) => ({
      id,
      at,
      by,
      text: <Note body={body} service={issue.service} />,
    })),
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
      {mayWrite && <NoteForm issue={issue} onSaved={setSavedId} />}
    </section>
  )
}

/** Mentions are marked: of people who may view the issue, as the store tells them of it. */
function Note({ body, service }: { body: string; service: string }) {
  const names = useQuery({ ...personNamesQuery([service]), enabled: body.includes('@') }).data
  const parts = noteParts(body, names?.people.map(({ name }) => name) ?? [])
  return (
    <>
      “
      <bdi>
        {parts.map(({ text, name }, index) =>
          name === null ? (
            // oxlint-disable-next-line no-array-index-key -- the parts of a text have no other key
            <LinkedText key={index} text={text} />
          ) : (
            // oxlint-disable-next-line no-array-index-key -- the same
            <b key={index} className={css.mention} data-me={name === names?.me || undefined}>
              <UntrustedText text={text} />
            </b>
          ),
        )}
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
