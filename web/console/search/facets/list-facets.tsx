// The facets of a list of issues or traces, for the present filters.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FACETS, keyOf } from '../../../../contract/query.ts'
import { facetsQuery } from './facets-query.ts'
import { pluralize } from '../../format/format-number.ts'
import { attributeNames } from '../attribute-names.ts'
import { isNarrow } from '../lift.ts'
import type { ListFilters } from '../search-tokens.ts'
import { allBut, hasValue, toggleOnly } from '../token-filters.ts'
import { type FacetLinks, Facets } from './facets.tsx'
import { QueryState } from '../../http/query-state.tsx'
import css from './facet-panel.module.css'

/** Those that a key filters by. */
const namesOf = (list: 'issues' | 'traces') => FACETS[list].filter((name) => keyOf(name) !== null)
const NOUNS = { issues: 'event', traces: 'trace' }

/** `focusRequests`: how often the focus was to move to the first value. */
type Props = { list: 'issues' | 'traces'; filters: ListFilters; focusRequests: number }

export function ListFacets({ list, filters, focusRequests }: Props) {
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
          <Facets
            answer={data}
            names={[...namesOf(list), ...attributeNames(data)]}
            noun={NOUNS[list]}
            links={links}
          />
        </>
      )}
    </div>
  )
}
