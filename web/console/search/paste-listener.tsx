// What pasting opens, anywhere on a screen.
import { useEffect } from 'react'
import { parseInput } from './search-query.ts'
import { useOpenInList } from './use-open-query.ts'
import { useStableCallback } from '../ui/use-stable-callback.ts'

type PasteProps = { search: (text: string) => void; close: () => void }

/** Opens what is pasted anywhere, and looks for other text in the palette. */
export function PasteListener({ search, close }: PasteProps) {
  const openQuery = useOpenInList()
  // A text field gets its text, unless that is an entire stack: a field of one line would lose its lines.
  const onPaste = useStableCallback((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const target = event.target instanceof Element ? event.target : null
    const field = target?.closest('input, textarea, [contenteditable]')
    if (text.trim() === '' || event.defaultPrevented) return
    if (field && !field.matches('input[type="search"], [role="combobox"]')) return
    const query = parseInput(text)
    if (field && query.target !== 'stack') return
    event.preventDefault()
    close()
    if (query.target === 'list') search(text.trim())
    else openQuery(query)
  })
  useEffect(() => {
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [onPaste])
  return null
}
