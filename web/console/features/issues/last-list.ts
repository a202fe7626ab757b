// The issue list from which an issue was opened: its filters, the row that gets the focus back, and the way
// back.
import type { IssueFilters } from '../../search/filters.ts'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'

type List = { filters: IssueFilters; issueId: string | undefined }

let list: List = { filters: {}, issueId: undefined }

export function lastList(): List {
  return list
}

/** Called when a list is shown. */
export function rememberFilters(filters: IssueFilters): void {
  list = { ...list, filters }
}

/** Called when an issue is opened. */
export function rememberIssue(issueId: string): void {
  list = { ...list, issueId }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous entry is the list. */
    fromList?: boolean
  }
}

/** Goes back in the history if the list is in it, which also restores its scroll position. */
export function useOpenList(): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isListPrevious = useRouterState({ select: ({ location }) => location.state.fromList === true })
  return () => {
    if (isListPrevious) history.back()
    else void navigate({ to: '/', search: lastList().filters })
  }
}
