// The answers of `/api/facets`, `/api/services` and `/api/searches`. Types only.

/** `base`: the share from 0 to 1 that the value has of the base; with `base=true`. */
export type FacetValue = { value: string; count: number; base?: number }

/**
 * `total`, `baseTotal`: the occurrences or traces that match, and all of the base. `sampled`: there are more
 * than 50,000 traces, and the counts of values are estimates.
 */
export type FacetsAnswer = {
  facets: { name: string; values: FacetValue[] }[]
  total: number
  baseTotal?: number
  sampled?: true
}

/** `environments`: of all services, by name. */
export type ServicesAnswer = {
  services: { name: string; lastSeen: string }[]
  environments: string[]
}

/**
 * A search with a name, which no other search of its list has. `search`: the parameters of an address of the
 * console without its time, such as `q=browser%3Achrome&service=shop`.
 */
export type NewSearch = { name: string; list: 'issues' | 'traces'; search: string }

export type SavedSearch = NewSearch & { id: string }

/** By name. */
export type SearchesAnswer = { searches: SavedSearch[] }
