// Keeps the screen fresh: by `/api/live` for exceptions and changes of issues, else by polling. Both stop in
// a hidden page.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Event as IssueEvent, LiveException, LiveIssue } from '../../../contract/issues.ts'
import type { ServicesAnswer } from '../../../contract/search.ts'
import { isLoadingPage, RETRY_MS } from '../http/query.ts'

/** At most one round of refetches in this time, however many exceptions arrive. */
const REFETCH_MS = 2_000
/** Counts and ages are refetched this often while `/api/live` is connected. */
const CONNECTED_POLL_MS = 60_000
/** How old a list may get without `/api/live`. */
const POLL_MS = 10_000
/** A screen that waits for something polls this often. */
export const WAITING_POLL_MS = 2_000
/** A list of more pages is not refetched: that would request all of them again. */
const MAX_LIVE_PAGES = 2

type Live = {
  enabled: boolean
  connected: boolean
  setEnabled: (enabled: boolean) => void
  latest: LiveException | null
  /** IDs of issues that were changed while the page was open, and whether in this page. */
  changed: ReadonlyMap<string, 'here' | 'elsewhere'>
  addChanged: (ids: string[]) => void
}
type Listeners = {
  onConnected: (connected: boolean) => void
  onException: (exception: LiveException) => void
  onChanged: (id: string) => void
}
type QueryState = { state: { status: string; data: unknown } }

const LiveContext = createContext<Live>({
  enabled: true,
  connected: false,
  setEnabled: () => undefined,
  latest: null,
  changed: new Map(),
  addChanged: () => undefined,
})

export function useLive(): Live {
  return useContext(LiveContext)
}

/** The `refetchInterval` of a query whose data changes, `leastMs` of data that changes more rarely. */
export function usePolling(leastMs = 0): (query: QueryState) => number | false {
  const { enabled, connected } = useLive()
  return (query) => {
    if (query.state.status === 'error') return RETRY_MS
    if (!enabled || isLongList(query.state.data)) return false
    return Math.max(leastMs, connected ? CONNECTED_POLL_MS : POLL_MS)
  }
}

/** The `refetchInterval` of a query whose data does not change. */
export function retryFailed({ state: { status } }: QueryState): number | false {
  return status === 'error' ? RETRY_MS : false
}

function isLongList(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return false
  return Array.isArray(data.pages) && data.pages.length > MAX_LIVE_PAGES
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [enabled, setEnabled] = useState(true)
  const [connected, setConnected] = useState(false)
  const [latest, setLatest] = useState<LiveException | null>(null)
  const [changed, setChanged] = useState<Live['changed']>(new Map())
  const addChanged = useCallback(
    (ids: string[]) =>
      setChanged((current) => new Map([...current, ...ids.map((id) => [id, 'here'] as const)])),
    [],
  )
  useEffect(() => {
    const onChanged = (id: string) => setChanged((current) => new Map([[id, 'elsewhere'], ...current]))
    const listeners = { onConnected: setConnected, onException: setLatest, onChanged }
    return enabled ? listen(client, listeners) : undefined
  }, [client, enabled])
  const live = useMemo(
    () => ({ enabled, connected: enabled && connected, setEnabled, latest, changed, addChanged }),
    [enabled, connected, latest, changed, addChanged],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Listens to `/api/live` while the page is visible. Returns the function that stops it. */
function listen(client: QueryClient, { onConnected, onException, onChanged }: Listeners): () => void {
  let source: EventSource | null = null
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  const changedIssues = new Set<string>()
  const refetch = () => {
    refetchTimer = undefined
    refetchLists(['issues', 'issue-counts', 'trend', 'status'])
    for (const id of changedIssues)
      for (const name of ['issue', 'events']) void client.invalidateQueries({ queryKey: [name, id] })
    // An event has its neighbours and its number among the others.
    void client.invalidateQueries({
      queryKey: ['event'],
      predicate: ({ state }) => changedIssues.has((state.data as IssueEvent | null)?.issueId ?? ''),
    })
    changedIssues.clear()
  }
  const refetchLists = (names: string[]) => {
    // A list that loads a page is refetched after it.
    if (client.isFetching({ predicate: isLoadingPage }) > 0) refetchTimer ??= setTimeout(refetch, REFETCH_MS)
    for (const name of names)
      void client.invalidateQueries({
        queryKey: [name],
        predicate: (query) => !isLongList(query.state.data) && !isLoadingPage(query),
      })
  }
  const onMessage = (message: MessageEvent<string>) => {
    const exception = JSON.parse(message.data) as LiveException
    onException(exception)
    void client.invalidateQueries({ queryKey: ['event', exception.digest] })
    const services = client.getQueryData<ServicesAnswer>(['services'])?.services
    if (services?.every(({ name }) => name !== exception.service))
      void client.invalidateQueries({ queryKey: ['services'] })
    changedIssues.add(exception.issueId)
    refetchTimer ??= setTimeout(refetch, REFETCH_MS)
  }
  const onIssue = (message: MessageEvent<string>) => {
    const { id } = JSON.parse(message.data) as LiveIssue
    if (id !== null) onChanged(id)
    void client.invalidateQueries({ queryKey: id === null ? ['issue'] : ['issue', id] })
    refetchLists(['issues', 'issue-counts', 'trend'])
  }
  const open = () => {
    source = new EventSource('/api/live')
    source.addEventListener('open', () => onConnected(true))
    source.addEventListener('exception', onMessage)
    source.addEventListener('issue', onIssue)
    source.addEventListener('error', () => {
      onConnected(false)
      // A browser reconnects by itself after a lost connection, but not after an HTTP error.
      if (source?.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(reconnect, RETRY_MS)
    })
  }
  const reconnect = () => {
    close()
    if (!document.hidden) open()
  }
  const close = () => {
    clearTimeout(reconnectTimer)
    source?.close()
    source = null
    onConnected(false)
  }
  const onVisibilityChange = () => {
    if (document.hidden) close()
    else if (!source) {
      open()
      refetch()
    }
  }
  if (!document.hidden) open()
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(refetchTimer)
    close()
  }
}
