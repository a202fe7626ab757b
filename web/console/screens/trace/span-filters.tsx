import type { ReactNode } from 'react'
import { Icon } from '../../parts/icon.tsx'
import type { TraceSearch } from '../../routes.tsx'
import css from './trace.module.css'

type Props = {
  search: TraceSearch
  change: (search: TraceSearch) => void
  zoomed: boolean
  reset: () => void
  children: ReactNode
}

export function TraceControls({ search, change, zoomed, reset, children }: Props) {
  return (
    <search className={css.controls}>
      {children}
      <label className="query">
        <Icon name="filter" />
        <span className="heard">Filter spans</span>
        <input
          type="search"
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.target.value || undefined })}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          placeholder="Filter by name or service, ancestors stay"
          autoComplete="off"
          spellCheck={false}
        />
        <kbd>/</kbd>
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.errors === 'true'}
          onChange={() => change({ errors: search.errors ? undefined : 'true' })}
        />
        Errors only
      </label>
      {zoomed && (
        <button type="button" className="quiet" onClick={reset}>
          Whole trace <kbd>0</kbd>
        </button>
      )}
    </search>
  )
}
