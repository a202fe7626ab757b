// Pasting anywhere opens what the text names. A text field gets its text, unless that is a whole stack: a
// field of one line would lose its lines.
import { useEffect, useRef } from 'react'

type Paste = { text: string; isInField: boolean }

/** `onPaste` returns true where it has used the text. */
export function usePaste(onPaste: (paste: Paste) => boolean): void {
  const latest = useRef(onPaste)
  useEffect(() => {
    latest.current = onPaste
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const target = event.target instanceof Element ? event.target : null
      const field = target?.closest('input, textarea, [contenteditable]')
      if (text.trim() === '' || event.defaultPrevented) return
      if (field && !field.matches('input[type="search"], [role="combobox"]')) return
      if (latest.current({ text, isInField: field !== null && field !== undefined })) event.preventDefault()
    }
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [])
}
