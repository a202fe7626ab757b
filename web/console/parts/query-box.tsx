// The search box of both lists. A digest or a trace id opens at once.
import { type FormEvent, useState } from 'react'
import type { Filters, TraceFilters } from '../filters.ts'
import { extractAttribute, parseQuery } from '../search-query.ts'
import { Chip } from './chip.tsx'
import { Icon } from './icon.tsx'
import { useOpenQuery } from './use-open-query.ts'

const PLACEHOLDERS = {
  issues: 'type, message, file, user:u-42, browser:Safari, release:1.4.2, digest…',
  traces: 'name, http.route:/cart, user:u-42, trace id, digest…',
  operations: 'part of a name, service:shop, release:1.4.2, trace id, digest…',
}

type Props = {
  list: 'issues' | 'traces' | 'operations'
  filters: Filters
  change: (filters: TraceFilters) => void
}

export function QueryBox({ list, filters: { q, release }, change }: Props) {
  const [text, setText] = useState(q ?? '')
  const openQuery = useOpenQuery((textFilters) =>
    change({ q: undefined, ...(list === 'traces' ? extractAttribute(textFilters) : textFilters) }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    openQuery(parseQuery(text))
  }
  return (
    <form className="query" onSubmit={submit}>
      <Icon name="search" />
      {release && (
        <Chip filter={`release:${release}`} remove={() => change({ release: undefined })}>
          <i>release:</i>
          {release}
        </Chip>
      )}
      <input
        type="search"
        aria-label={`Search ${list}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setText(q ?? '')
          focusRow(event.currentTarget)
        }}
        placeholder={PLACEHOLDERS[list]}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {q ? (
        <button
          className="clear"
          type="button"
          aria-label="Clear the search"
          onClick={() => change({ q: undefined })}
        >
          <Icon name="close" small />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </form>
  )
}

/** The row of the list that is in the tab order, else the content of the page. */
function focusRow(input: HTMLInputElement): void {
  const row = document.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')
  if (row) row.focus()
  else document.querySelector<HTMLElement>('main')?.focus()
  if (document.activeElement === input) input.blur()
}
