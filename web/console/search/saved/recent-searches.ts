// The searches that were sent last, by list. In this browser only.
import { writeStored, readStored } from '../../ui/storage.ts'
import type { ListName } from '../../../../contract/query.ts'

/** As many as fit into the menu. */
const MAX_SEARCHES = 5

/** Characters: a longer text is not typed again. */
const MAX_LENGTH = 200

const storageKey = (list: ListName): string => `errata.searches.${list}`

export function readRecentSearches(list: ListName): string[] {
  const searches = readStored(storageKey(list))
  return Array.isArray(searches) ? searches.filter((search) => typeof search === 'string') : []
}

/** The newest stands first; a search that is repeated moves there. */
export function rememberSearch(list: ListName, text: string): void {
  const search = text.trim()
  if (search === '' || search.length > MAX_LENGTH) return
  const others = readRecentSearches(list).filter((other) => other !== search)
  writeStored(storageKey(list), [search, ...others].slice(0, MAX_SEARCHES))
}
