// Keeps the focus in a part of the page whose links disappear when they are used.
import { type FocusEvent, useEffect, useRef } from 'react'

/** The properties of the part. When its focused link is gone, its first link or button has the focus. */
export function useFocusWithin<Part extends HTMLElement>() {
  const ref = useRef<Part>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>('a, button')?.focus()
  })
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      // An element that is taken away has lost the focus, but the reader did not leave.
      setTimeout(() => {
        if (target.isConnected) hasFocus.current = ref.current?.contains(document.activeElement) ?? false
      })
    },
  }
}
