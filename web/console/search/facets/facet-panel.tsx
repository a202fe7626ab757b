// The facets of a list: a column beside it on wide screens, behind the button "Filters" on others. They are
// loaded when they are shown.
import { type ReactNode, useState } from 'react'
import type { ListFilters } from '../search-tokens.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Icon } from '../../ui/icon.tsx'
import { laterPart } from '../../ui/optional-part.tsx'
import css from './facet-panel.module.css'

const ListFacets = laterPart(() => import('./list-facets.tsx').then((module) => module.ListFacets))

export type FacetPanelState = ReturnType<typeof useFacetPanel>

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
          <ListFacets list={list} filters={filters} focusRequests={focusRequests} />
        </aside>
      )}
      <div className={css.content}>{children}</div>
    </div>
  )
}
