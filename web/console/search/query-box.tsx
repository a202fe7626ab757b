// The search box of the lists. `key:value` becomes a chip; a digest or a trace id opens at once.
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { rememberSearch } from './saved/recent-searches.ts'
import type { ListName } from '../../../contract/query.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'
import { parseQuery } from './search-query.ts'
import { freeText, type ListFilters } from './search-tokens.ts'
import { chipsOf, liftFilters } from './token-filters.ts'
import { Chip } from '../ui/chip.tsx'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Suggestions } from './suggestions.tsx'
import { UnknownKey } from './unknown-key.tsx'
import { useOpenQuery } from './use-open-query.ts'
import { useSuggestions } from './use-suggestions.ts'

const PLACEHOLDERS = {
  issues: 'type, message, file, user:u-42, browser:Safari, release:1.4.2, digest…',
  traces: 'name, http.route:/cart, user:u-42, trace ID, digest…',
  operations: 'part of a name, service:shop, release:1.4.2, trace ID, digest…',
  vitals: 'part of a route, browser:Safari, os:iOS, release:1.4.2, digest…',
}

export type BoxProps = {
  list: ListName
  filters: ListFilters
  change: (filters: ListFilters) => void
  /** What is suggested, of a list whose values are no facets of the API. */
  values?: FacetsAnswer | undefined
}

export function QueryBox({ list, filters, change, values }: BoxProps) {
  const { q } = filters
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  // What is typed counts until the search of the URL is another one.
  const [draft, setDraft] = useState({ q, text: freeText(q, list) })
  const text = draft.q === q ? draft.text : freeText(q, list)
  const setText = (typed: string) => setDraft({ q, text: typed })
  const chips = chipsOf(list, filters)
  const unknown = chips.filter(({ isUnknown }) => isUnknown)
  const openQuery = useOpenQuery((textFilters) => {
    const tokens = chips.filter((chip) => 'q' in chip.without).map(({ term }) => term)
    const joined = [...tokens, textFilters.q].filter(Boolean).join(' ')
    rememberSearch(list, text)
    const { attribute } = filters
    const typed = { ...(attribute && { attribute }), ...textFilters, q: joined || undefined }
    change(liftFilters(list, typed))
    setDraft({ q, text: freeText(textFilters.q, list) })
  })
  const search = (typed: string) => openQuery(parseQuery(typed))
  const suggestions = useSuggestions({ list, filters, values, text, setText, search })
  const removeLast = () => {
    const last = chips.at(-1)
    if (last) change(last.without)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (suggestions.onKeyDown(event)) return
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0) removeLast()
    if (event.key !== 'Escape') return
    setText(freeText(q, list))
    focusRow(event.currentTarget)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    suggestions.close()
    search(text)
  }
  return (
    <div className="query-area">
      <form className="query" onSubmit={submit} onBlur={suggestions.onBlur}>
        <Icon name="search" />
        {chips.map((chip) => (
          <Chip
            key={chip.text}
            filter={chip.text}
            isUnknown={chip.isUnknown}
            remove={() => {
              change(chip.without)
              input.current?.focus()
            }}
          >
            <i>{chip.key}:</i>
            <UntrustedText text={chip.value} />
          </Chip>
        ))}
        <input
          ref={input}
          type="search"
          aria-label={`Search ${list}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            suggestions.open()
          }}
          onClick={suggestions.open}
          onKeyDown={onKeyDown}
          placeholder={chips.length > 0 ? '' : PLACEHOLDERS[list]}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-describedby={unknown.map((_, index) => `${noteId}-${index}`).join(' ') || undefined}
          {...suggestions.comboboxProps}
        />
        {q ? (
          <button
            className="bare"
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              change({ q: undefined })
              input.current?.focus()
            }}
          >
            <Icon name="close" small />
          </button>
        ) : (
          <kbd>{suggestions.isOpen ? 'esc' : '/'}</kbd>
        )}
        {suggestions.isOpen && <Suggestions suggestions={suggestions} />}
      </form>
      {unknown.map((chip, index) => (
        <UnknownKey
          key={chip.text}
          id={`${noteId}-${index}`}
          list={list}
          chip={chip}
          filters={filters}
          change={change}
        />
      ))}
    </div>
  )
}

/** The row of the list that is in the tab order, else the content of the page. */
function focusRow(input: HTMLInputElement): void {
  const row = document.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')
  if (row) row.focus()
  else document.querySelector<HTMLElement>('main')?.focus()
  if (document.activeElement === input) input.blur()
}
