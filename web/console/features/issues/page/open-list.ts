// Back to the list of issues, with its filters, its pages and its focus.
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { lastList } from '../last-list.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the list. */
    fromList?: boolean
  }
}

/** A step back where the list is behind, which also restores how far it was scrolled. */
export function useOpenList(): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isListBehind = useRouterState({ select: ({ location }) => location.state.fromList === true })
  return () => {
    if (isListBehind) history.back()
    else void navigate({ to: '/', search: lastList().filters })
  }
}
