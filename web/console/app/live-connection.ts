// The connection to `/api/live`, which comes after the first screen.
import type { QueryClient } from '@tanstack/react-query'
import type { Event as IssueEvent, LiveException, LiveIssue } from '../../../contract/issues.ts'
import type { ServicesAnswer } from '../../../contract/search.ts'
import { isLoadingPage, isLongList, RETRY_MS } from '../http/query.ts'

/** At most one round of refetches in this time, however many exceptions arrive. */
const REFETCH_MS = 2_000

export type Listeners = {
  onConnected: (connected: boolean) => void
  onException: (exception: LiveException) => void
  onChanged: (id: string) => void
}

/** Listens while the page is visible, until `left`. */
export function listen(
  client: QueryClient,
  { onConnected, onException, onChanged }: Listeners,
  left: AbortSignal,
): void {
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
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: left })
  left.addEventListener('abort', () => {
    clearTimeout(refetchTimer)
    close()
  })
}
