// Breakdowns of an issue: its events by browser, release and so on, with the baseline share of each value in
// the service. A click filters the events of the issue by the value.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Event, Issue } from '../../../../../contract/issues.ts'
import type { FacetsAnswer } from '../../../../../contract/search.ts'
import { formatPercent } from '../../../format/format-number.ts'
import { issueFacetsQuery } from '../../../search/facets/facets-query.ts'
import { COUNTS_LABEL, COUNTS_RANGE } from '../issue-query.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { type FacetLinks, Facets } from '../../../search/facets/facets.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { attributeNames, facetLabel } from '../../../search/attribute-names.ts'
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
  const columns: readonly string[] = services.length > 1 ? ['service', ...NAMES] : NAMES
  const names = [...attributeNames(data), ...columns]
  const links = linksOf(q, event)
  const alike = data ? names.flatMap((name) => valueOfAll(data, name, links)) : []
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
      {data && (
        <Facets
          answer={data}
          names={names.filter((name) => alike.every((facet) => facet.name !== name))}
          noun="event"
          links={links}
        />
      )}
      {alike.length > 0 && <Alike facets={alike} />}
    </section>
  )
}

type SingleFacet = { name: string; value: string; base: number | undefined }

/** Below this baseline it tells something that all events have the value. */
const USUAL_SHARE = 0.9

/** The value that all events have, unless a filter shows only these. */
function valueOfAll({ facets, total }: FacetsAnswer, name: string, links: FacetLinks): SingleFacet[] {
  const [first, ...others] = facets.find((facet) => facet.name === name)?.values ?? []
  if (!first || others.length > 0 || first.count < total || links.isSet(name, first.value)) return []
  return [{ name, value: first.value, base: first.base }]
}

/** Facets of one value in one line: a bar for each would fill half of the column. */
function Alike({ facets }: { facets: SingleFacet[] }) {
  return (
    <p className={css.alike}>
      All in{' '}
      {facets.map(({ name, value, base }, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {/* The value of a flag, such as `true`, says nothing without its name. */}
          {name.includes('.') && `${facetLabel(name)} `}
          <b title={facetLabel(name)}>
            <UntrustedText text={value} />
          </b>
          {base !== undefined && base < USUAL_SHARE && ` (usually ${formatPercent(base, 1)})`}
        </Fragment>
      ))}
    </p>
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
  return { service, browser, os, release, environment, mechanism }[name] ?? event.attributes[name]
}
