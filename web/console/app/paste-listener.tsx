// Opens what is pasted anywhere, and looks for other text in the palette. Its code comes after the screen.
import { useEffect, useRef } from 'react'
import { parseInput } from '../search/search-query.ts'
import { useOpenInList } from '../search/use-open-query.ts'

type Props = { search: (text: string) => void; close: () => void }

export function PasteListener({ search, close }: Props) {
  const openQuery = useOpenInList()
  usePaste(({ text, isInField }) => {
    const query = parseInput(text)
    if (isInField && query.target !== 'stack') return false
    close()
    if (query.target === 'list') search(text.trim())
    else openQuery(query)
    return true
  })
  return null
}

type Paste = { text: string; isInField: boolean }

/**
 * A text field gets its text, unless that is an entire stack: a field of one line would lose its lines.
 * `onPaste` returns true where it has used the text.
 */
function usePaste(onPaste: (paste: Paste) => boolean): void {
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
