// A search box for a part of a text: of lists without keys.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useStableCallback } from '../ui/use-stable-callback.ts'

/** The URL follows after this pause in typing. */
const REST_MS = 150

/** `q`: from the URL, to which it is written. The first value is the text in the box. */
export function useSearchText(q = '') {
  const navigate = useNavigate()
  const write = useStableCallback((typed: string | undefined) => {
    void navigate({
      to: '.',
      search: (current) => ({ ...current, q: typed }),
      replace: true,
      state: true,
    })
  })
  const [draft, setDraft] = useState({ q, text: q })
  // The typed text counts until the URL changes: back at an earlier search, it is gone.
  if (draft.q !== q) setDraft({ q, text: q })
  const text = draft.q === q ? draft.text : q
  useEffect(() => {
    if (text === q) return undefined
    const timer = setTimeout(() => write(text || undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [text, q, write])
  return [text, (typed: string) => setDraft({ q, text: typed })] as const
}

type Props = {
  text: string
  setText: (text: string) => void
  leave: () => void
  /** `Search releases`. */
  label: string
  placeholder: string
}

export function TextSearch({ text, setText, leave, label, placeholder }: Props) {
  return (
    <label className="query query-area">
      <Icon name="search" />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          // Chromium clears a search field on Escape. The filter must stay.
          event.preventDefault()
          event.currentTarget.blur()
          leave()
        }}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <kbd>/</kbd>
    </label>
  )
}
