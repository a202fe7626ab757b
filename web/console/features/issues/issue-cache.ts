// Optimistic updates: shows a change before the store has answered, and restores the previous state.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Issue, IssueAnswer, IssueChange, IssuesAnswer } from '../../../../contract/issues.ts'
import type { ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import type { Today } from '../../../../contract/today.ts'

/** `addChanged`: marks issues that may leave a frozen list. */
export type IssueCaches = { client: QueryClient; addChanged: (ids: string[]) => void }

type IssueList = InfiniteData<IssuesAnswer>

/** The start of the query keys of release changes. */
export const RELEASE_CHANGES = ['releases', 'changes']
/** The start of the query keys of what happened since an instant. */
export const TODAY = ['today']
const SNAPSHOTS = [['issues'], ['issue'], RELEASE_CHANGES, TODAY]

/** Returns a function that restores the current data and age of every list and issue. */
export async function takeSnapshot(client: QueryClient): Promise<() => void> {
  await Promise.all(SNAPSHOTS.map((queryKey) => client.cancelQueries({ queryKey })))
  const queries = SNAPSHOTS.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))
  const states = queries.map(({ queryKey, state }) => ({ queryKey, ...state }))
  return () => {
    for (const { queryKey, data, dataUpdatedAt: updatedAt } of states)
      client.setQueryData(queryKey, data, { updatedAt })
  }
}

/** An issue with a new status leaves the lists, but stays among the changes of a release or of a day. */
export function showChange(caches: IssueCaches, ids: string[], change: IssueChange): void {
  const { status, inNextRelease: _next, inRelease: _in, until: _until, ...fields } = change
  if (status) showRemoval(caches, ids)
  const changed = new Set(ids)
  const update = (issue: Issue): Issue =>
    changed.has(issue.id)
      ? { ...issue, ...(status && { status: status === 'open' ? 'ongoing' : status }), ...fields }
      : issue
  updatePages(caches.client, (page) => ({
    ...page,
    issues: page.issues.map(update),
  }))
  caches.client.setQueriesData<ReleaseChangesAnswer>(
    { queryKey: RELEASE_CHANGES },
    (answer) => answer && updateGroups(answer, update),
  )
  caches.client.setQueriesData<Today>({ queryKey: TODAY }, (answer) => answer && updateGroups(answer, update))
  for (const id of ids)
    caches.client.setQueriesData<IssueAnswer>(
      { queryKey: ['issue', id] },
      (answer) => answer && { ...answer, issue: update(answer.issue) },
    )
}

export function showRemoval({ client, addChanged }: IssueCaches, ids: string[]): void {
  const removed = new Set(ids)
  addChanged(ids)
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

type Groups = Record<'new' | 'back' | 'louder' | 'quiet', { total: number; issues: { issue: Issue }[] }>

function updateGroups<Answer extends Groups>(answer: Answer, update: (issue: Issue) => Issue): Answer {
  const groups = (['new', 'back', 'louder', 'quiet'] as const).map((name) => {
    const { total, issues } = answer[name]
    return [name, { total, issues: issues.map((change) => ({ ...change, issue: update(change.issue) })) }]
  })
  return { ...answer, ...Object.fromEntries(groups) }
}

/** The issue as the lists that were loaded have it. */
export function issueInLists(client: QueryClient, id: string): Issue | undefined {
  for (const [, list] of client.getQueriesData<IssueList>({ queryKey: ['issues'] }))
    for (const page of list?.pages ?? []) {
      const issue = page.issues.find((each) => each.id === id)
      if (issue) return issue
    }
  return undefined
}
