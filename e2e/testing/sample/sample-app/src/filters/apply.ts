import { cloneFilters, type Filters } from './state.ts'

export function applyFilters(filters: Filters, url: URL): URL {
  const { genres, authors, year } = cloneFilters(filters)
  for (const genre of genres) url.searchParams.append('genre', genre)
  for (const author of authors) url.searchParams.append('author', author)
  if (year !== null) url.searchParams.set('year', String(year))
  return url
}
