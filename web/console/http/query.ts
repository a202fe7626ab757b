// Options of TanStack Query for a GET of the API: one answer, or the pages of a list.
import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { request } from './http.ts'

/** A query that failed is repeated after this time. */
export const RETRY_MS = 5_000
/** Rows of the first page: a screen. */
const PAGE_SIZE = 25
/** Rows of each further page, the most that the API gives. */
const NEXT_PAGE_SIZE = 100

export function answerQuery<Answer>(queryKey: QueryKey, path: string) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => request<Answer>(path, { signal }) })
}

/** While the filters change, the list shows the rows of the previous filters. `path` has its parameters. */
export function listQuery<Answer extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  path: string,
  read: typeof request<Answer> = request,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam
        ? `limit=${NEXT_PAGE_SIZE}&cursor=${encodeURIComponent(pageParam)}`
        : `limit=${PAGE_SIZE}`
      return read(`${path}&${page}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Whether a further page of a list is under way: a refetch of the list would abort it. */
export function isLoadingPage({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined
}
