// The filters of the spans of a trace.
import type { ReactNode } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'
import { Icon } from '../../../ui/icon.tsx'
import css from './trace.module.css'

type Props = {
  search: TraceSearch
  /** For each typed letter. */
  change: (search: TraceSearch) => void
  write: (search: TraceSearch) => unknown
  /** Ends the zoom; undefined without one. */
  showAll: (() => void) | undefined
  children: ReactNode
}

export function SpanFilters({ search, change, write, showAll, children }: Props) {
  return (
    <search className={`controls ${css.filters}`}>
      {children}
      <label className="query">
        <Icon name="filter" />
        <span className="visually-hidden">Filter spans</span>
        <input
          type="search"
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.target.value || undefined })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // Chromium clears a search field on Escape. The filter must stay.
            event.preventDefault()
            event.currentTarget.blur()
          }}
          placeholder="Filter by name, service, attribute: status:502"
          autoComplete="off"
          spellCheck={false}
        />
        <kbd>/</kbd>
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.errors === 'true'}
          onChange={() => void write({ errors: search.errors ? undefined : 'true' })}
        />
        Errors only
      </label>
      <label title="The spans that determine the duration of the trace (p)">
        <input
          type="checkbox"
          checked={search.path === 'true'}
          onChange={() => void write({ path: search.path ? undefined : 'true' })}
        />
        Critical path
      </label>
      {showAll && (
        <button type="button" className="quiet" onClick={showAll}>
          Full trace <kbd>0</kbd>
        </button>
      )}
    </search>
  )
}
