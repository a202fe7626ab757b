// The button of a list that opens its saved searches. Their code comes when they are opened.
import { useRef, useState } from 'react'
import type { SavedSearch } from '../../../../contract/search.ts'
import { Icon } from '../../ui/icon.tsx'
import { optionalPart } from '../../ui/optional-part.tsx'
import { SAVED_SEARCHES_ID as ID } from './saved-searches-shortcut.ts'
import type { ListFilters } from '../search-tokens.ts'

const SavedSearches = optionalPart(() =>
  import('./saved-searches.tsx').then((module) => module.SavedSearches),
)

type Props = { list: SavedSearch['list']; filters: ListFilters }

export function SavedSearchesButton({ list, filters }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button ref={button} type="button" id={`${ID}-button`} popoverTarget={ID} title="Saved searches (S)">
        <Icon name="star" />
        <span className="button-text">Saved</span>
      </button>
      <div
        ref={popover}
        id={ID}
        popover="auto"
        role="dialog"
        aria-label="Saved searches"
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'closed' && document.activeElement === document.body) button.current?.focus()
        }}
      >
        {isOpen && <SavedSearches list={list} filters={filters} close={close} />}
      </div>
    </>
  )
}
