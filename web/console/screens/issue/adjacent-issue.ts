import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { IssuesAnswer } from '../../../../store/api/contract.ts'

/** The issue before or after this one in the list that was looked at last. */
export function neighbourOf(client: QueryClient, id: string, by: number): string | undefined {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ['issues'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of lists) {
    const ids =
      (state.data as InfiniteData<IssuesAnswer> | undefined)?.pages.flatMap((page) =>
        page.issues.map((issue) => issue.id),
      ) ?? []
    const at = ids.indexOf(id)
    if (at >= 0) return ids[at + by]
  }
  return undefined
}
