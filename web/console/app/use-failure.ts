// Why the screen shows no current data: the header reports the same as the screen.
import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { HttpError } from '../http/http.ts'

const subscribeOnline = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/**
 * Why a query of the screen failed that may succeed later. Then, and when the network goes or comes, relay
 * and store are queried again at once.
 */
export function useFailure(): HttpError | undefined {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const failure = useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => failureOf(cache),
  )
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (failure) for (const queryKey of [['health'], ['status']]) void client.invalidateQueries({ queryKey })
  }, [client, failure])
  useEffect(() => {
    if (wasOnline.current !== isOnline) void client.invalidateQueries()
    wasOnline.current = isOnline
  }, [client, isOnline])
  return failure
}

function failureOf(cache: QueryCache): HttpError | undefined {
  for (const query of cache.findAll({ type: 'active' })) {
    const { error } = query.state
    const isTemporary = error instanceof HttpError && (error.status === 0 || error.status > 500)
    if (isTemporary && query.queryKey[0] !== 'health' && query.queryKey[0] !== 'status') return error
  }
  return undefined
}
