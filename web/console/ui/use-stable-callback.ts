// A function that stays the same between renders and does what the latest one says: rows that get it are
// drawn again only for what they show.
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Not to be called while rendering. */
export function useStableCallback<Values extends unknown[]>(
  run: (...values: Values) => void,
): (...values: Values) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...values) => latest.current(...values), [])
}
