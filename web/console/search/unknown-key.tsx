// Names a key that the list does not have, and offers the nearest one and a search for the text.
import { formatTerm, keysOf, type ListName } from '../../../contract/query.ts'
import type { ListFilters } from './search-tokens.ts'
import { type Chip, liftFilters } from './token-filters.ts'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { Icon } from '../ui/icon.tsx'

/** Keys of other tools, and what has the same effect here. */
const HINTS: Record<string, string> = {
  message: 'Messages are searched as text.',
  is: 'Use the tabs to filter by status.',
  status: 'Use the tabs to filter by status.',
  duration: 'Select an area of the heatmap, or a duration.',
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
  const negated = chip.key.startsWith('-')
  const nearest = nearestKey(key, list)
  const replace = (term: string) => {
    const q = [chip.without.q, term].filter(Boolean).join(' ')
    change(liftFilters(list, { ...filters, q }))
  }
  return (
    <div className="unknown-key controls" role="status" id={id}>
      <Icon name="alert" small />
      <span>
        <code>{key}:</code> is not a key and is ignored. {HINTS[key]}
      </span>
      {nearest && (
        <button
          type="button"
          className="small"
          onClick={() => replace(formatTerm({ name: nearest, value: chip.value, negated }))}
        >
          Use <code>{nearest}:</code>
        </button>
      )}
      <button
        type="button"
        className="small"
        onClick={() => replace(formatTerm({ name: null, value: chip.value, negated }))}
      >
        <span>
          Search for the text “<UntrustedText text={chip.value} />”
        </span>
      </button>
    </div>
  )
}

/** A key with more different letters is another word. */
const MAX_DISTANCE = 3

/** The key that an unknown one most likely is; null: no key is near. */
export function nearestKey(key: string, list: ListName): string | null {
  const distances = keysOf(list).map((name) => ({ name, distance: distanceOf(key, name) }))
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.min(MAX_DISTANCE, nearest.name.length - 2) ? nearest.name : null
}

/** Letters to insert, remove or replace. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1]
    for (let index = 0; index < b.length; index++)
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (a[at] === b[index] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
