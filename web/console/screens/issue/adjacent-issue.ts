// The next and the previous issue of the list from which an issue was opened.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { IssuesAnswer } from '../../../../store/api/contract.ts'

/** The id of the issue `offset` rows after this one, in the list that was loaded last. */
export function adjacentIssue(client: QueryClient, id: string, offset: number): string | undefined {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ['issues'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of lists) {
    const list = state.data as InfiniteData<IssuesAnswer> | undefined
    const ids = list?.pages.flatMap((page) => page.issues.map((issue) => issue.id)) ?? []
    const index = ids.indexOf(id)
    if (index >= 0) return ids[index + offset]
  }
  return undefined
}
