// Names a key that the store does not know, and offers the nearest one and a search for the text.
import { nearestKey } from './nearest-key.ts'
import { type ListFilters, type ListName, quote } from './search-tokens.ts'
import { type Chip, liftFilters } from './token-filters.ts'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { Icon } from '../ui/icon.tsx'

/** Keys that other tools have: what finds the same here. */
const HINTS: Record<string, string> = {
  message: 'Messages are searched as text.',
  is: 'The tabs have the status of issues.',
  status: 'The tabs have the status of issues.',
  duration: 'Select an area of the strip, or a duration.',
}

type Props = {
  id: string
  list: ListName
  chip: Chip
  filters: ListFilters
  change: (filters: ListFilters) => void
}

export function UnknownKey({ id, list, chip, filters, change }: Props) {
  const key = chip.key.replace('-', '')
  const sign = chip.key.startsWith('-') ? '-' : ''
  const nearest = nearestKey(key, list)
  const replace = (term: string) => {
    const q = [chip.without.q, term].filter(Boolean).join(' ')
    change(liftFilters(list, { ...filters, q }))
  }
  return (
    <div className="unknown-key" role="status" id={id}>
      <Icon name="alert" small />
      <span>
        <code>{key}:</code> is not a key and is left out. {HINTS[key]}
      </span>
      {nearest && (
        <button type="button" onClick={() => replace(`${sign}${quote(nearest, chip.value)}`)}>
          Use <code>{nearest}:</code>
        </button>
      )}
      <button type="button" onClick={() => replace(`${sign}"${chip.value}"`)}>
        <span>
          Search for the text “<UntrustedText text={chip.value} />”
        </span>
      </button>
    </div>
  )
}
