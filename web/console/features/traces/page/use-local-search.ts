// The search parameters of a trace. The screen shows a change at once; the URL follows after a short pause.
import { useEffect, useRef, useState } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'

/** Longer than the interval at which a held key repeats. */
const REST_MS = 150

type Change = {
  values: TraceSearch
  /** The search parameters of the URL when the values were written; null before that. */
  writtenFrom: TraceSearch | null
}

type LocalSearch = {
  search: TraceSearch
  /** The URL matches the screen. */
  isWritten: boolean
  /** For values that change with every key press. */
  change: (values: TraceSearch) => void
  /** Writes the values and all pending ones; the URL has them when the promise resolves. */
  write: (values: TraceSearch) => Promise<void>
}

/** `writeUrl` merges values into the search parameters of the URL. */
export function useLocalSearch(
  urlSearch: TraceSearch,
  writeUrl: (values: TraceSearch) => Promise<void>,
): LocalSearch {
  const [change, setChange] = useState<Change | null>(null)
  /** Merged values of all changes that one key press makes. */
  const values = useRef<TraceSearch>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (change === null) values.current = {}
  }, [change])
  // The URL has the values, or the user went to another one. Either way the URL is right.
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
        // A navigation to another page has started: a write would undo it.
        if (location.pathname === pathname) void write({})
      }, REST_MS)
    },
    write,
  }
}
