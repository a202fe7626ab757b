// The keys of an issue page.
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Event, Issue, IssuesAnswer } from '../../../../../contract/issues.ts'
import { actionShortcuts } from '../issue-actions.ts'
import type { PageActions } from './issue-buttons.tsx'
import { useOpenList } from '../last-list.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'

type Input = {
  issue: Issue
  event: Event | null
  /** Spans of the trace of the event are stored. */
  hasTrace: boolean
  actions: PageActions
  mayChange: boolean
  toggleStack: () => void
}

export function useIssueShortcuts(input: Input): Shortcut[] {
  const { issue, event, hasTrace, actions, mayChange, toggleStack } = input
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
  return [
    { keys: '[', label: 'previous event', run: () => actions.openEvent(event?.previous), repeats: true },
    { keys: ']', label: 'next event', run: () => actions.openEvent(event?.next), repeats: true },
    ...(mayChange ? actionShortcuts({ scope: 'page', issues: [issue], change: actions.change }) : []),
    { keys: 'm', label: 'source / built / raw', run: toggleStack },
    ...(hasTrace ? [{ keys: 't', label: 'trace', run: openTrace }] : []),
    { keys: 'c', label: 'copy link', run: actions.copyLink },
    { keys: 'y', label: 'copy as Markdown', run: actions.copyMarkdown },
    ...(actions.copyTest ? [{ keys: 'p', label: 'copy as a Playwright test', run: actions.copyTest }] : []),
    { keys: 's', label: 'download as a file', run: actions.save },
    { keys: 'j', label: 'next issue', run: () => openAdjacent(1) },
    { keys: 'k', label: 'previous issue', run: () => openAdjacent(-1) },
    ...(mayChange ? [{ keys: 'z', label: 'undo', run: actions.undo }] : []),
    { keys: 'Escape', label: 'back to the list', run: openList },
  ]
}

/** The id of the span whose row in the timeline has the focus. */
function focusedSpan(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-span]')?.dataset['span']
}

/** The id of the issue `offset` rows after this one in the most recently loaded list. */
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
