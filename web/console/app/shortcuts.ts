// Shortcuts of single keys. Off in fields and dialogs; a user can disable them (WCAG 2.1.4).
import { useEffect, useRef } from 'react'
import type { IconName } from '../ui/icon.tsx'

/**
 * `keys`: one key (`j`, `E`, `?`), or two in sequence (`g i`). `repeats`: while the key is held. `subject`:
 * what it acts on, for the palette.
 */
export type Shortcut = {
  keys: string
  label: string
  run: () => void
  repeats?: boolean
  subject?: string
  icon?: IconName
}

export const SHORTCUTS_PREFERENCE = 'errata.keys'
const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

export function areShortcutsEnabled(): boolean {
  return localStorage.getItem(SHORTCUTS_PREFERENCE) !== 'off'
}

/** What takes all keys while it is open. */
export const OPEN_DIALOG = 'dialog[open], .quick-open:popover-open'

let isPainting = false

/** A key that is held takes one step for each painted frame: it stops where the reader sees it. */
export function isTooEarly({ repeat }: { repeat: boolean }): boolean {
  if (repeat && isPainting) return true
  isPainting = true
  requestAnimationFrame(() => setTimeout(() => (isPainting = false)))
  return false
}

export function useShortcuts(shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let first = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcutEvent(event)) return
      const shortcut =
        shortcutOf(latest.current, `${first} ${event.key}`) ?? shortcutOf(latest.current, event.key)
      first = shortcut ? '' : event.key
      if (!shortcut) return
      event.preventDefault()
      if (event.repeat && !shortcut.repeats) return
      if (!isTooEarly(event)) shortcut.run()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('keydown', onKeyDown, { signal })
    // A click ends a sequence; time does not.
    window.addEventListener('pointerdown', () => (first = ''), { signal })
    return () => listening.abort()
  }, [])
}

function shortcutOf(shortcuts: Shortcut[], pressed: string): Shortcut | undefined {
  return shortcuts.find(({ keys }) => keys === pressed)
}

function isShortcutEvent(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (!areShortcutsEnabled() || document.querySelector(OPEN_DIALOG)) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TEXT_FIELDS)) return false
  // Enter on a link or a button activates it; Escape closes an open menu.
  if (event.key === 'Enter' && target?.closest('a, button, summary')) return false
  return !(event.key === 'Escape' && document.querySelector('[popover]:popover-open'))
}
