// The height of a row of the waterfall.
import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 45rem)'
const COARSE = '(pointer: coarse)'

/**
 * The height of a row in pixels, as the stylesheet sets it: two lines on a narrow screen, larger for touch.
 * The virtual list needs it in advance.
 */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, rowHeight)
}

function rowHeight(): number {
  if (matchMedia(NARROW).matches) return 44
  return matchMedia(COARSE).matches ? 32 : 24
}

function subscribe(onChange: () => void): () => void {
  const queries = [matchMedia(NARROW), matchMedia(COARSE)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
