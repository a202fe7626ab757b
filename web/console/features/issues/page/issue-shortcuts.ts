// The keyboard of an issue, and what its buttons and shortcuts do.
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Event, Issue, IssueChange, IssuesAnswer } from '../../../../../contract/issues.ts'
import { isClosed } from '../issue-actions.ts'
import { openIgnoreMenu } from '../ignore-menu.tsx'
import { openAssignForm } from '../assign-form.tsx'
import { useOpenList } from './open-list.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'

export const IGNORE_MENU_ID = 'ignore-issue'
export const ASSIGN_FORM_ID = 'assign'
export const PRIMARY_BUTTON_ID = 'issue-primary'

export type IssueActions = {
  change: (change: IssueChange) => void
  undo: () => void
  openEvent: (digest: string | null | undefined) => void
  copyLink: () => void
  copyMarkdown: () => void
  save: () => void
}
type Input = {
  issue: Issue
  event: Event | null
  /** Of the event: spans of its trace are stored. */
  hasTrace: boolean
  actions: IssueActions
  toggleStack: () => void
}

export function useIssueShortcuts(input: Input): Shortcut[] {
  const { issue, event, hasTrace, actions, toggleStack } = input
  const client = useQueryClient()
  const navigate = useNavigate()
  const openList = useOpenList()
  const openAdjacent = (offset: number) => {
    const id = adjacentIssue(client, issue.id, offset)
    if (id) void navigate({ to: '/issues/$id', params: { id }, search: {}, replace: true, state: true })
  }
  const openTrace = () => {
    if (!event || !hasTrace) return
    const span = focusedSpan() ?? (event.spanId || undefined)
    void navigate({ to: '/traces/$traceId', params: { traceId: event.traceId }, search: { span } })
  }
  const closed = isClosed(issue.status)
  return [
    { keys: '[', label: 'previous event', run: () => actions.openEvent(event?.previous), repeats: true },
    { keys: ']', label: 'next event', run: () => actions.openEvent(event?.next), repeats: true },
    {
      keys: 'e',
      label: closed ? 'reopen' : 'resolve',
      run: () => actions.change({ status: closed ? 'open' : 'resolved' }),
    },
    { keys: 'i', label: 'ignore until…', run: () => openIgnoreMenu(IGNORE_MENU_ID) },
    { keys: 'm', label: 'source / built / raw', run: toggleStack },
    ...(hasTrace ? [{ keys: 't', label: 'trace', run: openTrace }] : []),
    { keys: 'c', label: 'copy link', run: actions.copyLink },
    { keys: 'y', label: 'copy as Markdown', run: actions.copyMarkdown },
    { keys: 's', label: 'download as a file', run: actions.save },
    { keys: 'a', label: 'assign', run: () => openAssignForm(ASSIGN_FORM_ID) },
    { keys: 'j', label: 'next issue', run: () => openAdjacent(1) },
    { keys: 'k', label: 'previous issue', run: () => openAdjacent(-1) },
    { keys: 'z', label: 'undo', run: actions.undo },
    { keys: 'Escape', label: 'back to the list', run: openList },
  ]
}

/** The id of the span whose row in the timeline has the focus. */
function focusedSpan(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-span]')?.dataset['span']
}

/** The id of the issue `offset` rows after this one, in the list that was loaded last. */
function adjacentIssue(client: QueryClient, id: string, offset: number): string | undefined {
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
