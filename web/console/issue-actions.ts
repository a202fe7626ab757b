// Resolve, ignore, reopen and assign issues. The screens show it at once; `z` undoes it.
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Issue, IssueAnswer, IssueChange, IssuesAnswer, IssueStatus } from '../../store/api/contract.ts'
import { changeIssues } from './api/mutations.ts'
import { pluralize } from './format-number.ts'
import { type ShowToast, useToast } from './parts/toast.tsx'

type ApplyChange = (issues: Issue[], change: IssueChange) => void
type Services = { client: QueryClient; showToast: ShowToast }

export function useIssueActions(): ApplyChange {
  const client = useQueryClient()
  const { showToast } = useToast()
  return (issues, change) => void applyChange({ client, showToast }, issues, change)
}

async function applyChange(services: Services, issues: Issue[], change: IssueChange): Promise<void> {
  const { client, showToast } = services
  const ids = issues.map(({ id }) => id)
  await client.cancelQueries({ queryKey: ['issues'] })
  const restore = takeSnapshot(client)
  if (change.status) updateOptimistically(client, ids, change.status)
  try {
    await changeIssues(ids, change)
    if (change.status)
      showToast({
        text: describeChange(issues, change),
        action: { label: 'Undo', keys: 'z', run: () => void undo(services, issues) },
      })
  } catch (error) {
    restore()
    showToast({
      text: `The change was not saved: ${messageOf(error)}`,
      failed: true,
      action: { label: 'Try again', run: () => void applyChange(services, issues, change) },
    })
  } finally {
    invalidate(client)
  }
}

/** Gives every issue the status that it had before the change. */
async function undo({ client, showToast }: Services, issues: Issue[]): Promise<void> {
  const groups = Map.groupBy(issues, ({ status }) => (isClosed(status) ? status : 'open'))
  try {
    for (const [status, members] of groups)
      await changeIssues(
        members.map(({ id }) => id),
        { status },
      )
  } catch (error) {
    showToast({ text: `Undo failed: ${messageOf(error)}`, failed: true })
  } finally {
    invalidate(client)
  }
}

export function isClosed(status: IssueStatus): status is 'resolved' | 'ignored' {
  return status === 'resolved' || status === 'ignored'
}

function invalidate(client: QueryClient): void {
  for (const name of ['issues', 'issue', 'trend']) void client.invalidateQueries({ queryKey: [name] })
}

/** Returns the function that gives every list and issue its present data and age. */
function takeSnapshot(client: QueryClient): () => void {
  const queries = ['issues', 'issue'].flatMap((name) => client.getQueryCache().findAll({ queryKey: [name] }))
  const states = queries.map(({ queryKey, state }) => ({ queryKey, ...state }))
  return () => {
    for (const { queryKey, data, dataUpdatedAt: updatedAt } of states)
      client.setQueryData(queryKey, data, { updatedAt })
  }
}

/** Removes the issues from the lists and shows the new status, without waiting for the store. */
function updateOptimistically(
  client: QueryClient,
  ids: string[],
  status: NonNullable<IssueChange['status']>,
): void {
  client.setQueriesData<InfiniteData<IssuesAnswer>>(
    { queryKey: ['issues'] },
    (list) => list && { ...list, pages: list.pages.map((page) => removeFromPage(page, ids)) },
  )
  for (const id of ids) {
    client.setQueriesData<IssueAnswer>(
      { queryKey: ['issue', id] },
      (answer) =>
        answer && { ...answer, issue: { ...answer.issue, status: status === 'open' ? 'ongoing' : status } },
    )
  }
}

function removeFromPage(page: IssuesAnswer, ids: string[]): IssuesAnswer {
  const issues = page.issues.filter(({ id }) => !ids.includes(id))
  return { ...page, issues, total: page.total - (page.issues.length - issues.length) }
}

function describeChange(issues: Issue[], { status, inNextRelease, until }: IssueChange): string {
  const subject = issues.length === 1 ? (issues[0]?.type ?? '1 issue') : pluralize(issues.length, 'issue')
  if (status === 'open') return `${subject} reopened`
  if (status === 'resolved') return `${subject} resolved${inNextRelease ? ' in the next release' : ''}`
  if (!until) return `${subject} ignored`
  if ('at' in until) return `${subject} ignored for some time`
  const condition =
    'events' in until ? pluralize(until.events, 'more event') : pluralize(until.users, 'more user')
  return `${subject} ignored until ${condition}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}
