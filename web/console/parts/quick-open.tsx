// Ctrl K: opens a digest or a trace id, or searches the issues.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isNextDigest, parseDigest, parseQuery, type SearchQuery } from '../search-query.ts'
import { Icon } from './icon.tsx'
import { useOpenQuery } from './use-open-query.ts'

export function QuickOpen() {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const openQuery = useOpenQuery((filters) => void navigate({ to: '/', search: filters }))
  const [text, setText] = useState('')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const query = parseInput(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    dialog.current?.close()
    setText('')
    openQuery(query)
  }
  return (
    <>
      <button
        className="quiet"
        type="button"
        title="Open a digest or a trace (Ctrl K)"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="search" />
        <span className="visually-hidden">Quick open</span>
        <kbd className="wide-only">Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="quick-open" aria-label="Quick open">
        <form onSubmit={submit}>
          <label>
            <Icon name="search" />
            <span className="visually-hidden">Go to</span>
            <input
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="Digest, trace id or text"
              autoComplete="off"
              spellCheck={false}
            />
          </label>
          <p>{text.trim() === '' ? 'Open a digest or a trace id, or search the issues.' : describe(query)}</p>
        </form>
      </dialog>
    </>
  )
}

/** Eight letters are a digest here, also without a digit: nothing is filtered while typing. */
function parseInput(text: string): SearchQuery {
  const query = parseQuery(text)
  const digest = parseDigest(text) ?? (isNextDigest(text.trim()) ? text.trim() : null)
  return query.target === 'list' && digest ? { target: 'digest', digest } : query
}

function describe(query: SearchQuery): string {
  if (query.target === 'trace') return `Enter opens the trace ${query.traceId.slice(0, 8)}…`
  if (query.target === 'digest') return `Enter opens the event with the digest ${query.digest}.`
  return 'Enter searches the issues.'
}
