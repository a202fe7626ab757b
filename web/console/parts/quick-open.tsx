// Ctrl K: acts of the screen with their keys, every screen, recent pages; opens ids, addresses and stacks.
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isNextDigest, parseDigest, parseQuery, type SearchQuery } from '../search-query.ts'
import { Icon } from './icon.tsx'
import { paletteGroups, type PaletteItem } from './palette-items.ts'
import { KeyCaps } from './shortcuts-dialog.tsx'
import { useOpenQuery } from './use-open-query.ts'
import { usePaste } from './use-paste.ts'
import css from './quick-open.module.css'

const PLACEHOLDER = 'Act, screen, digest, trace id, or paste anything'

export function QuickOpen() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const openQuery = useOpenQuery((filters) => void navigate({ to: '/', search: filters }))
  const show = useCallback((initialText = '') => {
    setText(initialText)
    setOpen(true)
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) show()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [show])
  usePaste(({ text: pasted, isInField }) => {
    const query = parseInput(pasted)
    if (isInField && query.target !== 'stack') return false
    dialog.current?.close()
    if (query.target === 'list') show(pasted.trim())
    else openQuery(query)
    return true
  })
  return (
    <>
      <button
        className="quiet"
        type="button"
        title="Acts, screens, and anything that you paste (Ctrl K)"
        onClick={() => show()}
      >
        <Icon name="search" />
        <span className="visually-hidden">Quick open</span>
        <kbd className="wide-only">Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="quick-open" aria-label="Quick open" onClose={() => setOpen(false)}>
        {isOpen && (
          <Palette
            text={text}
            setText={setText}
            openQuery={openQuery}
            close={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  )
}

type PaletteProps = {
  text: string
  setText: (text: string) => void
  openQuery: (query: SearchQuery) => void
  close: () => void
}

function Palette({ text, setText, openQuery, close }: PaletteProps) {
  const [index, setIndex] = useState(0)
  const { history } = useRouter()
  const groups = paletteGroups({
    text,
    query: parseInput(text),
    open: openQuery,
    go: (href) => history.push(href),
  })
  const items = groups.flatMap((group) => group.items)
  const selected = Math.min(index, items.length - 1)
  const run = (item: PaletteItem | undefined) => {
    close()
    // The dialog gives the focus back first: an act is about what had it.
    setTimeout(() => item?.run())
  }
  const move = (by: number) => {
    const next = (selected + by + items.length) % items.length
    setIndex(next)
    document.querySelector(`#palette-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') run(items[selected])
    else return
    event.preventDefault()
  }
  return (
    <>
      <label>
        <Icon name="search" />
        <span className="visually-hidden">Go to</span>
        <input
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={PLACEHOLDER}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette"
          aria-activedescendant={items.length > 0 ? `palette-${selected}` : undefined}
        />
        <kbd>esc</kbd>
      </label>
      <div id="palette" role="listbox" aria-label="Acts, screens and pages" className={css.list}>
        {groups.map(({ label, items: members }) => (
          <div key={label} role="group" aria-label={label}>
            <p className={css.group} aria-hidden="true">
              {label}
            </p>
            {members.map((item) => (
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

/** The keyboard is that of the field, which has the focus. */
function PaletteOption({ item, index, isSelected, run }: OptionProps) {
  return (
    <div
      id={`palette-${index}`}
      role="option"
      aria-selected={isSelected}
      className={css.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => run(item)}
    >
      <Icon name={item.icon} />
      <span className="clip">{item.label}</span>
      {item.keys && (
        <span className={css.keys}>
          <KeyCaps keys={item.keys} />
        </span>
      )}
    </div>
  )
}

/** Eight letters are a digest here, also without a digit: nothing is filtered while typing. */
function parseInput(text: string): SearchQuery {
  const query = parseQuery(text)
  const digest = parseDigest(text) ?? (isNextDigest(text.trim()) ? text.trim() : null)
  return query.target === 'list' && digest ? { target: 'digest', digest } : query
}
