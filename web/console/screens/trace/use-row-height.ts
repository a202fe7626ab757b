import { useSyncExternalStore } from 'react'

/** The heights the stylesheet gives a row: two lines on a narrow screen, more room under a finger. The virtual list must know them. */
const NARROW = '(max-width: 45rem)'
const COARSE = '(pointer: coarse)'

export function useRowHeight(): number {
  return useSyncExternalStore(listen, height)
}

function height(): number {
  if (matchMedia(NARROW).matches) return 44
  return matchMedia(COARSE).matches ? 32 : 24
}

function listen(changed: () => void): () => void {
  const lists = [matchMedia(NARROW), matchMedia(COARSE)]
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}
