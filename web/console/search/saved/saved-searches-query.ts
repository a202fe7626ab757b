// Searches with a name, which all people of the installation share.
import type { NewSearch, SavedSearch, SearchesAnswer } from '../../../../contract/search.ts'
import { request } from '../../http/http.ts'
import { answerQuery, searchParameters } from '../../http/query.ts'
import { parseSearch, readIssueFilters, readTraceFilters, stringifySearch } from '../filters.ts'
import type { ListFilters } from '../search-tokens.ts'

type List = SavedSearch['list']

const KEY = ['searches']

/** The paths of the lists, which are also their screens. */
export const LIST_PATHS = { issues: '/', traces: '/traces' } as const

export function savedSearchesQuery() {
  return answerQuery<SearchesAnswer>(KEY, '/api/searches')
}

/** An existing one with the same name is replaced. */
export function saveSearch(body: NewSearch): Promise<SavedSearch> {
  return request<SavedSearch>('/api/searches', { method: 'POST', body })
}

export function deleteSearch(id: string): Promise<void> {
  return request<void>(`/api/searches/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** The filters of a list as a saved search has them; empty where only a time is set. */
export function searchOf({
  range: _range,
  from: _from,
  to: _to,
  started: _started,
  ...filters
}: ListFilters) {
  const parameters = searchParameters(filters)
  parameters.sort()
  return parameters.toString()
}

export function filtersOf({ list, search }: Pick<SavedSearch, 'list' | 'search'>): ListFilters {
  const parameters = parseSearch(search)
  return list === 'issues' ? readIssueFilters(parameters) : readTraceFilters(parameters)
}

export function isSameSearch(saved: SavedSearch, list: List, filters: ListFilters): boolean {
  return saved.list === list && searchOf(filtersOf(saved)) === searchOf(filters)
}

/** The address of its list. */
export function hrefOf(saved: SavedSearch): string {
  return LIST_PATHS[saved.list] + stringifySearch(filtersOf(saved))
}

/** `browser:chrome service:shop`. */
export function describeSearch({ search }: Pick<SavedSearch, 'search'>): string {
  return [...new URLSearchParams(search)]
    .map(([name, value]) => (name === 'q' ? value : `${name}:${value}`))
    .join(' ')
}
