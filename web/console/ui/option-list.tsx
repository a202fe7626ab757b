// A list of options under a field, which has the focus and handles the keys: arrows choose, Enter and Tab
// accept.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import css from './option-list.module.css'

/** `note`: in faint type at the end. */
export type Option = { key: string; label: ReactNode; note?: string }

export type OptionState<Item extends Option> = {
  id: string
  options: Item[]
  chosen: number
  accept: (option: Item) => void
  /** Of the field. */
  fieldProps: {
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
    'aria-autocomplete': 'list'
  }
  /** True: the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** The text of the field has changed: the first option is chosen. */
  reset: () => void
}

/** The first option is chosen at first. */
export function useOptions<Item extends Option>(
  options: Item[],
  accept: (option: Item) => void,
): OptionState<Item> {
  const id = useId()
  const [index, setIndex] = useState(0)
  const chosen = Math.min(index, options.length - 1)
  const move = (by: number) => {
    const next = (chosen + by + options.length) % options.length
    setIndex(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const option = options[chosen]
    if (!option || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) accept(option)
    else return false
    event.preventDefault()
    return true
  }
  return {
    id,
    options,
    chosen,
    accept,
    fieldProps: {
      'aria-controls': options.length > 0 ? id : undefined,
      'aria-activedescendant': options.length > 0 ? `${id}-${chosen}` : undefined,
      'aria-autocomplete': 'list',
    },
    onKeyDown,
    reset: () => setIndex(0),
  }
}

type Props<Item extends Option> = { label: string; list: OptionState<Item> }

export function OptionList<Item extends Option>({ label, list }: Props<Item>) {
  const { id, options, chosen, accept } = list
  return (
    // The field keeps the focus.
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={css.list}
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={`option ${css.option}`}
          onClick={() => accept(option)}
        >
          <span className="clip">{option.label}</span>
          {option.note && <small>{option.note}</small>}
        </div>
      ))}
    </div>
  )
}
