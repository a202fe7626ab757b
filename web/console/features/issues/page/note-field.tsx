// The field of a note: `@` completes the name of a person, whom the note mentions.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { PersonNamesAnswer } from '../../../../../contract/people.ts'
import { type Option, OptionList, useOptions } from '../../../ui/option-list.tsx'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { personNamesQuery } from '../../names/index.ts'
import { matches } from '../assignee-options.ts'
import css from './issue-sidebar.module.css'

type Props = {
  body: string
  setBody: (body: string) => void
  submit: (event: KeyboardEvent) => void
  service: string
  isUsed: boolean
}

export function NoteField({ body, setBody, submit, service, isUsed }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const names = useQuery({ ...personNamesQuery([service]), enabled: isUsed }).data
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState(-1)
  const mention = mentionAt(body, caret)
  const isOpen = mention !== null && mention.start !== closedAt
  const accept = ({ name }: MentionOption) => {
    const before = `${body.slice(0, mention!.start)}@${name} `
    setBody(before + body.slice(caret).replace(/^ /, ''))
    setCaret(before.length)
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length))
  }
  const list = useOptions(isOpen && names ? mentionOptions(names, mention.text) : [], accept)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    else if (list.onKeyDown(event)) return
    else if (event.key === 'Escape' && list.options.length > 0) {
      event.stopPropagation()
      setClosedAt(mention!.start)
    }
  }
  return (
    <>
      <textarea
        ref={field}
        rows={2}
        aria-label="Note"
        placeholder="Write a note… @ mentions somebody"
        value={body}
        onChange={({ target }) => {
          setBody(target.value)
          setCaret(target.selectionStart)
          list.reset()
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        dir="auto"
        {...list.fieldProps}
      />
      {list.options.length > 0 && (
        <div className={css.mentions}>
          <OptionList label="People" list={list} />
        </div>
      )}
    </>
  )
}

type MentionOption = Option & { name: string }

/** What fits below a note. */
const MAX_OPTIONS = 6

/** An `@` that begins a word, and what follows on the line. Names have spaces. */
const MENTION = /(?<![\p{L}\p{N}_.@/-])@([^@\n]{0,40})$/u

/** `start`: of the `@`. Null: the caret is in no mention. */
function mentionAt(body: string, caret: number): { start: number; text: string } | null {
  const match = MENTION.exec(body.slice(0, caret))
  return match && { start: match.index, text: match[1]! }
}

/** Nothing behind a name that is complete. Nobody mentions themselves. */
function mentionOptions({ me, people }: PersonNamesAnswer, text: string): MentionOption[] {
  if (people.some(({ name }) => text.toLowerCase() === `${name.toLowerCase()} `)) return []
  return people
    .filter(({ name }) => name !== me && matches(name, text))
    .slice(0, MAX_OPTIONS)
    .map(({ name, hasChannel }) => ({
      key: name,
      label: plainText(name),
      name,
      ...(!hasChannel && { note: 'gets no message' }),
    }))
}
