// The answers of `/api/facets` and `/api/services`. Types only.

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
