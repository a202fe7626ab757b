// The filters of the spans of a trace.
import type { ReactNode } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTrace } from './trace-context.ts'
import { nextMatch } from './trace-keys.ts'
import css from './trace.module.css'

type Props = {
  search: TraceSearch
  /** For each typed letter. */
  change: (search: TraceSearch) => void
  write: (search: TraceSearch) => unknown
  /** Ends the zoom; undefined without one. */
  showAll: (() => void) | undefined
  /** The spans that match; null without a filter. */
  matching: number[] | null
  children: ReactNode
}

export function SpanFilters({ search, change, write, showAll, matching, children }: Props) {
  const { selected, jump } = useTrace()
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
            if (event.key === 'Enter') jump(nextMatch(matching, selected, event.shiftKey ? -1 : 1))
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
      {matching && matching.length > 0 && <MatchButtons matching={matching} />}
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

function MatchButtons({ matching }: { matching: number[] }) {
  const { selected, jump } = useTrace()
  const position = matching.indexOf(selected) + 1
  return (
    <span className={`num ${css.matches}`}>
      {position > 0
        ? `${formatCount(position)} of ${formatCount(matching.length)}`
        : pluralize(matching.length, 'match', 'matches')}
      <span className="joined">
        <button
          type="button"
          aria-label="Previous match"
          title="Previous match (N)"
          onClick={() => jump(nextMatch(matching, selected, -1))}
        >
          <Icon name="left" small />
        </button>
        <button
          type="button"
          aria-label="Next match"
          title="Next match (n)"
          onClick={() => jump(nextMatch(matching, selected, 1))}
        >
          <Icon name="right" small />
        </button>
      </span>
    </span>
  )
}
