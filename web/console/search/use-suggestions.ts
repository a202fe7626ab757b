// What the search box suggests: keys, values of a key with count and share, and recent searches. The keys of
// the combobox pattern choose: arrows, Enter, Tab completes, Escape closes and leaves the text.
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { FACETS, type ListName } from '../../../contract/query.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'
import { facetsQuery } from './facets/facets-query.ts'
import { isNarrow } from './lift.ts'
import { readRecentSearches } from './saved/recent-searches.ts'
import type { ListFilters } from './search-tokens.ts'
import { suggestionGroups, type Suggestion } from './suggestion-groups.ts'

export type SuggestionState = ReturnType<typeof useSuggestions>

type Input = {
  list: ListName
  filters: ListFilters
  values: FacetsAnswer | undefined
  text: string
  setText: (text: string) => void
  search: (text: string) => void
}

const NO_FACETS: FacetsAnswer = { facets: [], total: 0 }

export function useSuggestions({ list, filters, values, text, setText, search }: Input) {
  const id = useId()
  const [isActive, setActive] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const facets = useQuery({ ...facetsQuery(list, filters), enabled: isActive && list in FACETS })
  const answer = values ?? facets.data ?? NO_FACETS
  const groups = isActive ? suggestionGroups({ list, text, answer, recent: readRecentSearches(list) }) : []
  const options = groups.flatMap((group) => group.options)
  const isOpen = isActive && options.length > 0

  const open = () => {
    setActive(true)
    setChosen(-1)
  }
  const close = () => {
    setActive(false)
    setChosen(-1)
  }
  /** A key goes on with its values; a value and a recent search are sent, unless `isPart`. */
  const accept = ({ insert, isKey }: Suggestion, isPart = false) => {
    setChosen(-1)
    if (isKey || isPart) {
      setText(isKey ? insert : `${insert} `)
      return
    }
    close()
    search(insert)
  }
  const move = (by: number) => {
    const next = chosen < 0 && by < 0 ? options.length - 1 : chosen + by
    const index = (next + options.length) % options.length
    setChosen(index)
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  /** True: the key was for the suggestions. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const option = options[chosen]
    // Tab leaves the box where there is no word to complete.
    const [first] = options
    const completion = option ?? (/\S$/.test(text) && first && (first.isKey || first.item) ? first : null)
    if (event.key === 'ArrowDown' && !isOpen) open()
    else if (!isOpen) return false
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && option) accept(option)
    else if (event.key === 'Tab' && !event.shiftKey && completion) accept(completion, true)
    else return false
    event.preventDefault()
    return true
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  return {
    id,
    groups,
    options,
    chosen,
    total: answer.total,
    isNarrow: isNarrow(answer),
    isOpen,
    open,
    close,
    accept,
    onKeyDown,
    onBlur,
    comboboxProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isOpen && chosen >= 0 ? `${id}-${chosen}` : undefined,
    },
  }
}
