// The content of the palette (Ctrl K): a field, and a list that its keys move in. Its code comes when it is
// opened.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useContext, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { SavedSearch } from '../../../contract/search.ts'
import { useMenu } from './menu.ts'
import { PaletteField } from './palette-field.tsx'
import { paletteGroups, type PaletteItem } from './palette-items.ts'
import { useMatchingIssues } from '../search/use-matching-issues.ts'
import { savedSearchesQuery } from '../search/saved/saved-searches-query.ts'
import { parseInput } from '../search/search-query.ts'
import { ServiceNamesContext } from '../ui/service-names.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import { useOpenInList } from '../search/use-open-query.ts'
import css from './palette.module.css'
import { UntrustedText } from '../ui/untrusted-text.tsx'

/** What a laptop shows without scrolling. */
const FIRST_ITEMS = 14
const NO_SEARCHES: SavedSearch[] = []

type PaletteProps = {
  text: string
  setText: (text: string) => void
  /** Enter was pressed while this code was loaded. */
  isEntered: boolean
  close: () => void
}

export function Palette({ text, setText, isEntered, close }: PaletteProps) {
  // By ID: the actions change when another screen opens behind the palette.
  const [selectedId, setSelectedId] = useState('')
  const { history } = useRouter()
  const openQuery = useOpenInList()
  const query = parseInput(text)
  const groups = paletteGroups({
    text,
    menu: useMenu(),
    query,
    issues: useMatchingIssues(query),
    services: useContext(ServiceNamesContext),
    searches: useQuery(savedSearchesQuery()).data?.searches ?? NO_SEARCHES,
    open: openQuery,
    go: (href) => history.push(href),
  })
  const items = groups.flatMap((group) => group.items)
  // The first items are painted before the others.
  const limit = useDeferredValue(items.length, FIRST_ITEMS)
  const selected = Math.max(
    0,
    items.findIndex(({ id }) => id === selectedId),
  )
  const run = (item: PaletteItem | undefined) => {
    close()
    // The dialog returns the focus first: an action applies to the element that had it.
    setTimeout(() => item?.run())
  }
  const runFirst = useEffectEvent(() => run(items[0]))
  useEffect(() => {
    if (isEntered) runFirst()
  }, [isEntered])
  const move = (by: number) => {
    const next = (selected + by + items.length) % items.length
    setSelectedId(items[next]?.id ?? '')
    document.querySelector(`#palette-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The field is the only control.
    if (event.key === 'Tab') event.preventDefault()
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') run(items[selected])
    else return
    event.preventDefault()
  }
  return (
    <>
      <PaletteField
        text={text}
        setText={(typed) => {
          setText(typed)
          setSelectedId('')
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={items.length > 0 ? `palette-${selected}` : undefined}
      />
      <div id="palette" role="listbox" aria-label="Actions, screens and pages" className={css.list}>
        {groups.map(({ label, items: members }) => (
          <div key={label} role="group" aria-label={label}>
            <p className={css.group} aria-hidden="true">
              {label}
            </p>
            {members
              .filter((item) => items.indexOf(item) < limit)
              .map((item) => (
                <PaletteOption
                  key={item.id}
                  item={item}
                  index={items.indexOf(item)}
                  isSelected={items[selected] === item}
                  run={run}
                />
              ))}
          </div>
        ))}
      </div>
    </>
  )
}

type OptionProps = { item: PaletteItem; index: number; isSelected: boolean; run: (item: PaletteItem) => void }

/** The field has the focus and handles the keys. */
function PaletteOption({ item, index, isSelected, run }: OptionProps) {
  return (
    <div
      id={`palette-${index}`}
      role="option"
      aria-selected={isSelected}
      className={`option ${css.option}`}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => run(item)}
    >
      <Icon name={item.icon} />
      <span className="clip">
        <UntrustedText text={item.label} />{' '}
        {item.note && (
          <span className="faint">
            <UntrustedText text={item.note} />
          </span>
        )}
      </span>
      {item.keys && (
        <span className={`push ${css.keys}`}>
          <KeyCaps keys={item.keys} />
        </span>
      )}
    </div>
  )
}
