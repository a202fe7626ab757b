// What the screens show of a change before the store has answered, and how it is taken back.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Issue, IssueAnswer, IssueChange, IssuesAnswer } from '../../store/api/contract.ts'

/** `addDecided`: these issues may leave a list that stands still. */
export type IssueCaches = { client: QueryClient; addDecided: (ids: string[]) => void }

type IssueList = InfiniteData<IssuesAnswer>

/** Returns the function that gives every list and issue its present data and age. */
export async function takeSnapshot(client: QueryClient): Promise<() => void> {
  const names = ['issues', 'issue']
  await Promise.all(names.map((name) => client.cancelQueries({ queryKey: [name] })))
  const queries = names.flatMap((name) => client.getQueryCache().findAll({ queryKey: [name] }))
  const states = queries.map(({ queryKey, state }) => ({ queryKey, ...state }))
  return () => {
    for (const { queryKey, data, dataUpdatedAt: updatedAt } of states)
      client.setQueryData(queryKey, data, { updatedAt })
  }
}

/** An issue with another status leaves the lists; another assignee is shown in them. */
export function showChange(caches: IssueCaches, ids: string[], { status, assignee }: IssueChange): void {
  if (status) showRemoval(caches, ids)
  const changed = new Set(ids)
  const update = (issue: Issue): Issue => ({
    ...issue,
    ...(status && { status: status === 'open' ? 'ongoing' : status }),
    ...(assignee !== undefined && { assignee }),
  })
  updatePages(caches.client, (page) => ({
    ...page,
    issues: page.issues.map((issue) => (changed.has(issue.id) ? update(issue) : issue)),
  }))
  for (const id of ids)
    caches.client.setQueriesData<IssueAnswer>(
      { queryKey: ['issue', id] },
      (answer) => answer && { ...answer, issue: update(answer.issue) },
    )
}

export function showRemoval({ client, addDecided }: IssueCaches, ids: string[]): void {
  const removed = new Set(ids)
  addDecided(ids)
  updatePages(client, (page) => {
    const issues = page.issues.filter(({ id }) => !removed.has(id))
    return { ...page, issues, total: page.total - (page.issues.length - issues.length) }
  })
}

function updatePages(client: QueryClient, update: (page: IssuesAnswer) => IssuesAnswer): void {
  client.setQueriesData<IssueList>(
    { queryKey: ['issues'] },
    (list) => list && { ...list, pages: list.pages.map(update) },
  )
}
