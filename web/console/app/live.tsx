// Keeps the screen fresh: by `/api/live` for exceptions and changes of issues, else by polling. Both stop in
// a hidden page.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { LiveException } from '../../../contract/issues.ts'
import { isLongList, RETRY_MS } from '../http/query.ts'
import type { Listeners } from './live-connection.ts'
import { firstScreen } from '../ui/first-screen.ts'

/** Counts and ages are refetched this often while `/api/live` is connected. */
const CONNECTED_POLL_MS = 60_000
/** How old a list may get without `/api/live`. */
const POLL_MS = 10_000
/** A screen that waits for something polls this often. */
export const WAITING_POLL_MS = 2_000

type Live = {
  enabled: boolean
  connected: boolean
  setEnabled: (enabled: boolean) => void
  latest: LiveException | null
  /** IDs of issues that were changed while the page was open, and whether in this page. */
  changed: ReadonlyMap<string, 'here' | 'elsewhere'>
  addChanged: (ids: string[]) => void
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
    if (!enabled) return undefined
    const left = new AbortController()
    const onChanged = (id: string) => setChanged((current) => new Map([[id, 'elsewhere'], ...current]))
    const listeners = { onConnected: setConnected, onException: setLatest, onChanged }
    void listenAfterFirstScreen(client, listeners, left.signal)
    return () => left.abort()
  }, [client, enabled])
  const live = useMemo(
    () => ({ enabled, connected: enabled && connected, setEnabled, latest, changed, addChanged }),
    [enabled, connected, latest, changed, addChanged],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Without its code the screen polls. */
async function listenAfterFirstScreen(client: QueryClient, listeners: Listeners, left: AbortSignal) {
  await firstScreen
  const connection = await import('./live-connection.ts').catch(() => null)
  if (!left.aborted) connection?.listen(client, listeners, left)
}
