// Breakdowns of the events of a release, compared with all events of its service in the same period. Loaded
// when opened. A value links to the issue list, filtered by the release and the value.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { facetsQuery } from '../../search/facets/facets-query.ts'
import { Facets } from '../../search/facets/facets.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { QueryState } from '../../http/query-state.tsx'
import type { ListFilters } from '../../search/search-tokens.ts'
import { allBut, toggleOnly } from '../../search/token-filters.ts'
import css from './release.module.css'

const NAMES = ['browser', 'os', 'route', 'type', 'mechanism', 'environment'] as const

type Props = { answer: ReleaseChangesAnswer; environment: string | undefined }

export function ReleaseFacets({ answer, environment }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { service, release } = answer.release
  const { from, to } = answer.since
  const filters: ListFilters = { service, release, environment, from, to }
  return (
    <section className={css.facets}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Where its events happen
      </button>
      {isOpen && <LoadedFacets filters={filters} />}
    </section>
  )
}

function LoadedFacets({ filters }: { filters: ListFilters }) {
  const query = useQuery(facetsQuery('issues', filters))
  return (
    <>
      <QueryState query={query} label="facets" thin />
      {query.data && (
        <>
          {query.data.baseTotal !== query.data.total && (
            <p className="caption">
              The tick marks the share among all events of <UntrustedText text={filters.service ?? ''} />{' '}
              since then.
            </p>
          )}
          <Facets
            answer={query.data}
            names={NAMES}
            noun="event"
            links={{
              to: '/',
              only: (name, value) => ({ ...filters, ...toggleOnly({}, name, value) }),
              allBut: (name, value) => ({ ...filters, ...allBut('issues', {}, name, value) }),
              isSet: () => false,
            }}
          />
        </>
      )}
    </>
  )
}
