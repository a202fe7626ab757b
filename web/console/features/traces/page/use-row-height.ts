// The height of the rows of the waterfall.
import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 45rem)'
const COARSE = '(pointer: coarse)'

/** In pixels, as the stylesheet sets it: two lines on a narrow screen, more for touch. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribeToMedia, readRowHeight)
}

function readRowHeight(): number {
  if (matchMedia(NARROW).matches) return 44
  return matchMedia(COARSE).matches ? 32 : 24
}

function subscribeToMedia(onChange: () => void): () => void {
  const queries = [matchMedia(NARROW), matchMedia(COARSE)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
