// Whether the panel of the selected span is open. The browser remembers it.
import { useState } from 'react'

const PREFERENCE = 'errata.spanPanel'

export type Panel = { isOpen: boolean; toggle: () => void }

export function usePanel(): Panel {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(PREFERENCE) !== 'closed')
  const toggle = () => {
    localStorage.setItem(PREFERENCE, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
