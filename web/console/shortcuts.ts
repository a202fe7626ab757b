// Single keys. They rest while a field or a dialog has the floor, and can be turned off (WCAG 2.1.4).

import { useEffect, useRef } from 'react'

/** `press`: one key (`j`, `E`, `?`), or two after each other (`g i`). */
export type Key = { press: string; says: string; run: () => void }

/** So long the first key of a pair waits for the second. */
const PAIR_MS = 1_000
const PREFERENCE = 'errata.keys'

export function keysAreOn(): boolean {
  return localStorage.getItem(PREFERENCE) !== 'off'
}

export function turnKeys(on: boolean): void {
  if (on) localStorage.removeItem(PREFERENCE)
  else localStorage.setItem(PREFERENCE, 'off')
}

export function useKeys(keys: Key[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let first = { key: '', at: 0 }
    const listen = (event: KeyboardEvent) => {
      if (!isMeant(event)) return
      const pair = event.timeStamp - first.at < PAIR_MS ? `${first.key} ${event.key}` : ''
      const found =
        latest.current.find(({ press }) => press === pair) ??
        latest.current.find(({ press }) => press === event.key)
      first = { key: event.key, at: event.timeStamp }
      if (!found) return
      event.preventDefault()
      first = { key: '', at: 0 }
      found.run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return false
  if (document.querySelector('dialog[open]')) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'))
    return false
  // Enter on a link or a button is theirs; an open menu closes by itself on Escape.
  if (event.key === 'Enter' && target?.closest('a, button, summary')) return false
  return !(event.key === 'Escape' && document.querySelector('[popover]:popover-open'))
}
