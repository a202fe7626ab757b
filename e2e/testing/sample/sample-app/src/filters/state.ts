export type Filters = { genres: string[]; authors: string[]; year: number | null }

/** The list keeps its filters while the dialog changes a copy. */
export function cloneFilters(filters: Filters): Filters {
  const copy = structuredClone(filters)
  copy.genres.sort()
  return copy
}
