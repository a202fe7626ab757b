// The list keeps itself fresh: `/api/live` says when an exception was stored; where that does not come through, polling does. Both rest while hidden.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { LiveException } from '../../store/api/contract.ts'

/** A storm of exceptions must not become a storm of questions: one round in this time. */
const ROUND_MS = 2_000
/** What changes by the minute anyway (counts, ages) is asked again this often while the live line stands. */
const CALM_POLL_MS = 60_000
/** How stale a list may get without the live line. */
const POLL_MS = 10_000
/** A screen that waits for something, or whose last question failed, asks this often. */
export const WAITING_POLL_MS = 2_000
const RETRY_POLL_MS = 5_000

/** Who has read on through this many pages of a list is not made to ask for all of them again and again. */
const LIVE_PAGES = 4

export type Live = {
  on: boolean
  connected: boolean
  turn: (on: boolean) => void
  last: LiveException | null
}

const LiveContext = createContext<Live>({ on: true, connected: false, turn: () => undefined, last: null })

export function useLive(): Live {
  return useContext(LiveContext)
}

/** How often a question is asked again by itself. */
export function usePolling(): (query: { state: { status: string; data: unknown } }) => number | false {
  const { on, connected } = useLive()
  return (query) => {
    if (query.state.status === 'error') return RETRY_POLL_MS
    if (!on || isLong(query.state.data)) return false
    return connected ? CALM_POLL_MS : POLL_MS
  }
}

function isLong(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > LIVE_PAGES
  )
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [on, turn] = useState(true)
  const [connected, setConnected] = useState(false)
  const [last, setLast] = useState<LiveException | null>(null)
  useEffect(() => (on ? listen(client, setConnected, setLast) : undefined), [client, on])
  const live = useMemo(() => ({ on, connected: on && connected, turn, last }), [on, connected, last])
  return <LiveContext value={live}>{children}</LiveContext>
}

function listen(
  client: QueryClient,
  connected: (is: boolean) => void,
  heard: (exception: LiveException) => void,
): () => void {
  let source: EventSource | null = null
  const touched = new Set<string>()
  let again: ReturnType<typeof setTimeout> | undefined
  let round: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    round = undefined
    for (const id of touched)
      for (const name of ['issue', 'events']) void client.invalidateQueries({ queryKey: [name, id] })
    touched.clear()
    for (const name of ['issues', 'trend', 'status', 'services'])
      void client.invalidateQueries({ queryKey: [name], predicate: ({ state }) => !isLong(state.data) })
  }
  const open = () => {
    source = new EventSource('/api/live')
    source.addEventListener('open', () => connected(true))
    source.addEventListener('error', () => {
      connected(false)
      // The browser connects again by itself only after a line that stood; a refusal (the store is away) ends it.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(reopen, RETRY_POLL_MS)
    })
    source.addEventListener('exception', (message: MessageEvent<string>) => {
      const exception = JSON.parse(message.data) as LiveException
      heard(exception)
      void client.invalidateQueries({ queryKey: ['event', exception.digest] })
      touched.add(exception.issueId)
      round ??= setTimeout(ask, ROUND_MS)
    })
  }
  const reopen = () => {
    close()
    if (!document.hidden) open()
  }
  const close = () => {
    clearTimeout(again)
    source?.close()
    source = null
    connected(false)
  }
  const follow = () => {
    if (document.hidden) close()
    else if (!source) {
      open()
      ask()
    }
  }
  if (!document.hidden) open()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(round)
    close()
  }
}
