// The search part of a trace's URL. A change is on the screen at once; the URL follows when the keys rest.
import { useEffect, useRef, useState } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'

/** Longer than the repetition of a key that is held. */
const REST_MS = 150

type Change = {
  values: TraceSearch
  /** The search of the URL when the values were written into it; null while they are not. */
  writtenFrom: TraceSearch | null
}

type LocalSearch = {
  search: TraceSearch
  /** The URL has what is on the screen. */
  isWritten: boolean
  /** For what changes with each key. */
  change: (values: TraceSearch) => void
  /** For the rest: the URL has the values, and all that waited, when the promise resolves. */
  write: (values: TraceSearch) => Promise<void>
}

/** `writeUrl` merges values into the search of the URL. */
export function useLocalSearch(
  urlSearch: TraceSearch,
  writeUrl: (values: TraceSearch) => Promise<void>,
): LocalSearch {
  const [change, setChange] = useState<Change | null>(null)
  /** Of all changes of one key: each sees those before it. */
  const values = useRef<TraceSearch>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (change === null) values.current = {}
  }, [change])
  // The URL has the values, or the reader went to another one: both times it is right.
  if (change?.writtenFrom && change.writtenFrom !== urlSearch) setChange(null)
  const merge = (changed: TraceSearch) => (values.current = { ...values.current, ...changed })
  const write = (changed: TraceSearch): Promise<void> => {
    clearTimeout(timer.current)
    const merged = merge(changed)
    setChange({ values: merged, writtenFrom: urlSearch })
    return writeUrl(merged)
  }
  return {
    search: change ? { ...urlSearch, ...change.values } : urlSearch,
    isWritten: change === null || change.writtenFrom !== null,
    change(changed) {
      setChange({ values: merge(changed), writtenFrom: null })
      clearTimeout(timer.current)
      const { pathname } = location
      timer.current = setTimeout(() => {
        // A link to another page is on its way: to write now would lead back.
        if (location.pathname === pathname) void write({})
      }, REST_MS)
    },
    write,
  }
}
