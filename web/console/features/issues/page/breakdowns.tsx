// Breakdowns of an issue: its events by browser, release and so on, with the baseline share of each value in
// the service. A click filters the events of the issue by the value.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Event, Issue } from '../../../../../contract/issues.ts'
import { issueFacetsQuery } from '../../../search/facets-query.ts'
import { COUNTS_LABEL, COUNTS_RANGE } from '../issue-query.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { type FacetLinks, Facets } from '../../../search/facets.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { isNarrow } from '../../../search/lift.ts'
import { addTerm, hasTerm, removeTerm } from '../../../search/token-filters.ts'
import css from './issue-sidebar.module.css'

const route = getRouteApi('/issues/$id')

const NAMES = ['browser', 'os', 'release', 'route', 'environment', 'mechanism'] as const

type Props = { issue: Issue; event: Event }

export function Breakdowns({ issue, event }: Props) {
  const { q } = route.useSearch()
  const query = useQuery(issueFacetsQuery(issue.id, COUNTS_RANGE, q))
  const { data } = query
  const services = data?.facets.find(({ name }) => name === 'service')?.values ?? []
  const names = services.length > 1 ? (['service', ...NAMES] as const) : NAMES
  return (
    <section className={css.breakdowns}>
      <h2>
        Where it happens{' '}
        <small className="push">
          {COUNTS_LABEL}
          {data && isNarrow(data) && (
            <>
              {' '}
              · tick: share in {services.length > 1 ? 'its services' : <UntrustedText text={issue.service} />}
            </>
          )}
        </small>
      </h2>
      <QueryState query={query} label="breakdowns" thin />
      {data && <Facets answer={data} names={names} noun="event" links={linksOf(q, event)} />}
    </section>
  )
}

/** Links that filter the events of this issue. */
function linksOf(q: string | undefined, event: Event): FacetLinks {
  return {
    only: (key, value) => ({ q: (hasTerm(q, { key, value }) ? removeTerm : addTerm)(q, { key, value }) }),
    allBut: (key, value) => ({ q: addTerm(q, { key, value, negated: true }) }),
    isSet: (key, value) => hasTerm(q, { key, value }),
    isCurrent: (name, value) => valueOf(event, name) === value,
    replace: true,
  }
}

function valueOf(event: Event, name: string): string | undefined {
  if (name === 'route') return event.attributes['http.route']
  const { service, browser, os, release, environment, mechanism } = event
  return { service, browser, os, release, environment, mechanism }[name]
}
