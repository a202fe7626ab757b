// What Enter does in a search box.
import { useNavigate } from '@tanstack/react-router'
import type { SearchQuery } from '../search-query.ts'

type ListQuery = Extract<SearchQuery, { target: 'list' }>

/** Opens the event or the trace of a query. Filters of a list are passed to `onList`. */
export function useOpenQuery(onList: (filters: ListQuery['filters']) => void): (query: SearchQuery) => void {
  const navigate = useNavigate()
  return (query) => {
    if (query.target === 'trace')
      void navigate({ to: '/traces/$traceId', params: { traceId: query.traceId } })
    else if (query.target === 'digest') void navigate({ to: '/d/$digest', params: { digest: query.digest } })
    else onList(query.filters)
  }
}
