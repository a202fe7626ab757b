'use client'

import { useState } from 'react'

/** A part of the layout: when it fails, the whole page is replaced by `global-error.tsx`. */
export function Menu() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) throw new Error('the menu has no entries')
  return <button onClick={() => setOpen(true)}>Layout</button>
}
