'use client'

import { useState } from 'react'

/** A part of the layout: if it fails, `global-error.tsx` replaces the entire page. */
export function Menu() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) throw new Error('the menu has no entries')
  return <button onClick={() => setOpen(true)}>Layout</button>
}
