// Options of TanStack Query for a GET of the API: one answer, or the pages of a list.
import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { request } from './http.ts'

type Parameters = Record<string, string | number | undefined>

/** A query that failed is repeated after this time. */
export const RETRY_MS = 5_000
/** Rows of the first page: a screen. */
const PAGE_SIZE = 25
/** Rows of each further page, the most that the API gives. */
const NEXT_PAGE_SIZE = 100

/** Those that have a value. */
export function searchParameters(values: Record<string, unknown>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
      parameters.set(name, String(value))
  return parameters
}

export function answerQuery<Answer>(queryKey: QueryKey, path: string) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => request<Answer>(path, { signal }) })
}

/** While the parameters change, the screen shows the previous answer. */
export function filteredQuery<Answer>(queryKey: QueryKey, path: string, parameters: Parameters) {
  return {
    ...answerQuery<Answer>([...queryKey, parameters], `${path}?${searchParameters(parameters)}`),
    placeholderData: keepPreviousData,
  }
}

/** The pages of a list. While the parameters change, it shows the previous rows. */
export function listQuery<Answer extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  path: string,
  parameters: Parameters,
  read: typeof request<Answer> = request,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, parameters],
    queryFn: ({ pageParam: cursor, signal }) => {
      const page = cursor ? { limit: NEXT_PAGE_SIZE, cursor } : { limit: PAGE_SIZE }
      return read(`${path}?${searchParameters({ ...parameters, ...page, ...ownLimit(parameters) })}`, {
        signal,
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

function ownLimit({ limit }: Parameters): Parameters {
  return limit === undefined ? {} : { limit }
}

/** Whether a further page of a list is under way: a refetch of the list would abort it. */
export function isLoadingPage({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined
}
