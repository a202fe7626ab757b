// The facets of a list: a column beside it on wide screens, behind the button "Filters" on others. They are
// loaded when they are shown.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FACETS, keyOf } from '../../../contract/query.ts'
import { facetsQuery } from './facets-query.ts'
import { pluralize } from '../format/format-number.ts'
import { isNarrow } from './lift.ts'
import type { ListFilters } from './search-tokens.ts'
import { allBut, hasValue, toggleOnly } from './token-filters.ts'
import { useMedia } from '../ui/use-media.ts'
import { type FacetLinks, Facets } from './facets.tsx'
import { Icon } from '../ui/icon.tsx'
import { QueryState } from '../http/query-state.tsx'
import css from './facet-panel.module.css'

/** Those that a key filters by. */
const namesOf = (list: 'issues' | 'traces') => FACETS[list].filter((name) => keyOf(name) !== null)
const NOUNS = { issues: 'event', traces: 'trace' }

type FacetPanelState = ReturnType<typeof useFacetPanel>

/** `wide`: from this width on the facets are a column, `90rem`. */
export function useFacetPanel(wide: string) {
  const isWide = useMedia(`(min-width: ${wide})`)
  const [isOpen, setOpen] = useState(false)
  const [focusRequests, setFocusRequests] = useState(0)
  /** Opens the panel, and moves the focus to its first value. */
  const show = () => {
    setOpen(true)
    setFocusRequests(focusRequests + 1)
  }
  return { isWide, isOpen, toggle: () => setOpen(!isOpen), show, focusRequests }
}

/** Nothing where the facets are a column. */
export function FacetButton({ panel: { isWide, isOpen, toggle } }: { panel: FacetPanelState }) {
  if (isWide) return null
  return (
    <button type="button" aria-expanded={isOpen} onClick={toggle}>
      <Icon name="filter" />
      <span className="button-text">Filters</span>
    </button>
  )
}

type Props = {
  panel: FacetPanelState
  list: 'issues' | 'traces'
  filters: ListFilters
  children: ReactNode
}

/** The facets and, beside or below them, the list. */
export function FacetPanel({ panel: { isWide, isOpen, focusRequests }, list, filters, children }: Props) {
  return (
    <div className={css.layout} data-wide={isWide || undefined}>
      {(isWide || isOpen) && (
        <aside aria-label="Filters">
          <h2 className="visually-hidden">Filters</h2>
          <LoadedFacets list={list} filters={filters} focusRequests={focusRequests} />
        </aside>
      )}
      <div className={css.content}>{children}</div>
    </div>
  )
}

type LoadedProps = Pick<Props, 'list' | 'filters'> & { focusRequests: number }

function LoadedFacets({ list, filters, focusRequests }: LoadedProps) {
  const query = useQuery(facetsQuery(list, filters))
  const { data } = query
  const content = useRef<HTMLDivElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (focusRequests > 0 && isLoaded) content.current?.querySelector('a')?.focus()
  }, [focusRequests, isLoaded])
  const links: FacetLinks = {
    only: (name, value) => (name === 'status' && value !== 'error' ? null : toggleOnly(filters, name, value)),
    allBut: (name, value) => allBut(list, filters, name, value),
    isSet: (name, value) => hasValue(filters, name, value),
  }
  return (
    <div ref={content} className={css.facets}>
      <QueryState query={query} label="filters" thin />
      {data && (
        <>
          <p className="caption">
            {pluralize(data.total, NOUNS[list])}
            {data.sampled && ' · counts from a sample'}
            {isNarrow(data) && (
              <>
                {' '}
                · <i className={css.tick} /> usual share
              </>
            )}
          </p>
          <Facets answer={data} names={namesOf(list)} noun={NOUNS[list]} links={links} />
        </>
      )}
    </div>
  )
}
