// Resolving, ignoring, reopening, assigning: seen at once, kept by the store, taken back with `z`.

import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Issue, IssueAnswer, IssueChange, IssuesAnswer, IssueStatus } from '../../store/api/contract.ts'
import { changeIssues } from './api/mutations.ts'
import { counted } from './format-number.ts'
import { type Toast, useToast } from './parts/toast.tsx'

export type Decide = (issues: Issue[], change: IssueChange) => void

export function useDecision(): Decide {
  const client = useQueryClient()
  const { show } = useToast()
  return (issues, change) => void decide(client, show, issues, change)
}

async function decide(
  client: QueryClient,
  show: (toast: Toast) => void,
  issues: Issue[],
  change: IssueChange,
): Promise<void> {
  const ids = issues.map(({ id }) => id)
  await client.cancelQueries({ queryKey: ['issues'] })
  if (change.status) showAtOnce(client, ids, change.status)
  try {
    await changeIssues(ids, change)
    if (change.status)
      show({
        says: said(issues, change),
        act: { name: 'Undo', press: 'z', run: () => void takeBack(client, show, issues) },
      })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    show({
      says: `Nothing was changed: ${reason}`,
      wrong: true,
      act: { name: 'Try again', run: () => void decide(client, show, issues, change) },
    })
  } finally {
    askAgain(client)
  }
}

/** Back to what each of them was. */
async function takeBack(client: QueryClient, show: (toast: Toast) => void, issues: Issue[]): Promise<void> {
  const groups = Map.groupBy(issues, ({ status }) =>
    status === 'resolved' || status === 'ignored' ? status : 'open',
  )
  try {
    for (const [status, members] of groups)
      await changeIssues(
        members.map(({ id }) => id),
        { status },
      )
  } catch (error) {
    show({
      says: `It could not be taken back: ${error instanceof Error ? error.message : 'unknown'}`,
      wrong: true,
    })
  } finally {
    askAgain(client)
  }
}

function askAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['issues'] })
  void client.invalidateQueries({ queryKey: ['issue'] })
  void client.invalidateQueries({ queryKey: ['trend'] })
}

/** Out of every list that does not show the new status, before the store has answered. */
function showAtOnce(client: QueryClient, ids: string[], status: 'open' | 'resolved' | 'ignored'): void {
  client.setQueriesData<InfiniteData<IssuesAnswer>>(
    { queryKey: ['issues'] },
    (known) => known && { ...known, pages: known.pages.map((page) => without(page, ids)) },
  )
  const shown: IssueStatus = status === 'open' ? 'ongoing' : status
  for (const id of ids) {
    client.setQueriesData<IssueAnswer>(
      { queryKey: ['issue', id] },
      (known) => known && { ...known, issue: { ...known.issue, status: shown } },
    )
  }
}

function without(page: IssuesAnswer, ids: string[]): IssuesAnswer {
  const left = page.issues.filter(({ id }) => !ids.includes(id))
  return { ...page, issues: left, total: page.total - (page.issues.length - left.length) }
}

function said(issues: Issue[], change: IssueChange): string {
  const what = issues.length === 1 ? (issues[0]?.type ?? 'One issue') : counted(issues.length, 'issue')
  if (change.status === 'open') return `${what} reopened`
  if (change.status === 'resolved')
    return `${what} resolved${change.inNextRelease ? ' in the next release' : ''}`
  const until = change.until
  if (!until) return `${what} ignored`
  if ('at' in until) return `${what} ignored for a while`
  return 'events' in until
    ? `${what} ignored until ${counted(until.events, 'more event')}`
    : `${what} ignored until ${counted(until.users, 'more user')}`
}
