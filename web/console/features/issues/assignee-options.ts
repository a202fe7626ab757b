// The names that an issue can be assigned to: "me" first, then owners, people, others, and what is typed.
import type { PersonNamesAnswer } from '../../../../contract/people.ts'
import type { Option } from '../../ui/option-list.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'

/** `name`: null: nobody; undefined: the reader, who has no name yet. */
export type AssigneeOption = Option & { name: string | null | undefined }

type Input = {
  /** Undefined: loading. */
  names: PersonNamesAnswer | undefined
  /** Of the services of the issues: behind "me". */
  owners: string[]
  text: string
  assignee: string | null | undefined
}

export function assigneeOptions({ names, owners, text, assignee }: Input): AssigneeOption[] {
  const { me = '', people = [], others = [] } = names ?? {}
  const typed = text.trim()
  const noteOf = (name: string) => {
    if (isSame(name, assignee ?? '')) return { note: 'assigned' }
    return owners.some((owner) => isSame(owner, name)) ? { note: 'owner' } : {}
  }
  const self: AssigneeOption[] =
    names && (matches('me', typed) || matches(me, typed))
      ? [
          {
            key: 'me',
            label: me === '' ? 'me' : `me, ${plainText(me)}`,
            name: me || undefined,
            ...noteOf(me),
          },
        ]
      : []
  const further = [...people.map(({ name }) => name), ...others].filter(
    (name) => !owners.some((owner) => isSame(owner, name)),
  )
  const all = [...owners, ...further].filter((name) => !isSame(name, me))
  const listed = all
    .filter((name) => matches(name, typed))
    .map((name) => ({ key: `name ${name}`, label: plainText(name), name, ...noteOf(name) }))
  const isListed = [me, ...all].some((name) => isSame(name, typed))
  return [
    ...self,
    ...listed,
    ...(typed === '' || isListed ? [] : [{ key: 'typed', label: `“${typed}”`, name: typed }]),
    ...(typed === '' && assignee !== null ? [{ key: 'nobody', label: 'Nobody', name: null }] : []),
  ]
}

/** A word of the name begins with the text. */
export function matches(name: string, text: string): boolean {
  const [whole, start] = [name.toLowerCase(), text.toLowerCase()]
  return whole.startsWith(start) || whole.includes(` ${start}`)
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
