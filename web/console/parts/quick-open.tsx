// Ctrl K: a digest or a trace id opens at once, anything else is looked for in the issues.

import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readDigest, readQuery } from '../search-query.ts'
import { Icon } from './icon.tsx'

export function Jump() {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const go = (event: FormEvent) => {
    event.preventDefault()
    dialog.current?.close()
    setTyped('')
    const read = readQuery(typed)
    const digest = readDigest(typed)
    if (read.opens === 'trace') void navigate({ to: '/traces/$traceId', params: { traceId: read.id } })
    else if (digest) void navigate({ to: '/d/$digest', params: { digest } })
    else if (read.opens === 'nothing') void navigate({ to: '/', search: read.filters })
  }
  return (
    <>
      <button
        className="quiet"
        type="button"
        title="Jump to a digest or a trace (Ctrl K)"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="search" />
        <span className="heard">Jump</span>
        <kbd className="long">Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="jump" aria-label="Jump">
        <form onSubmit={go}>
          <label>
            <Icon name="search" />
            <span className="heard">Where to</span>
            <input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder="Digest, trace id, or words"
              autoComplete="off"
              spellCheck={false}
            />
          </label>
          <p>{describe(typed)}</p>
        </form>
      </dialog>
    </>
  )
}

function describe(typed: string): string {
  if (typed.trim() === '')
    return 'A digest or a trace id opens at once. Anything else is looked for in the issues.'
  const read = readQuery(typed)
  const digest = readDigest(typed)
  if (read.opens === 'trace') return `Enter opens the trace ${read.id.slice(0, 8)}…`
  if (digest) return `Enter opens the event with the digest ${digest}.`
  return 'Enter looks for it in the issues.'
}
