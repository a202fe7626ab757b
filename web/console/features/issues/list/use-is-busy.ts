// Whether somebody works in a list: it has the focus, or the page is scrolled.
import { type FocusEvent, useState, useSyncExternalStore } from 'react'

/** Pixels by which a page moves without being read further down. */
const SCROLL_START = 40

/** The second value are the properties of the list's element. */
export function useIsBusy() {
  const [hasFocus, setFocus] = useState(false)
  const isScrolled = useSyncExternalStore(subscribe, () => window.scrollY > SCROLL_START)
  const listProps = {
    onFocus: () => setFocus(true),
    // A window that loses the focus leaves it on its element.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocus(currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)),
  }
  return [hasFocus || isScrolled, listProps] as const
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
