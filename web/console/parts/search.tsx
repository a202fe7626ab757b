// The same controls in the same place on both lists: what is looked for, which service, which environment, which time. All of it is in the URL.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { facets, services } from '../api/issues.ts'
import { DEFAULT_RANGE, type Filters, RANGES, type Range, type TraceFilters } from '../filters.ts'
import { useNow } from '../use-now.ts'
import { readQuery, withAttribute } from '../search-query.ts'
import { shortMoment } from '../format-time.ts'
import { Choice } from './select.tsx'
import { Icon } from './icon.tsx'

type Change = (change: TraceFilters) => void

export function Search({
  of,
  filters,
  change,
  children,
}: {
  of: 'issues' | 'traces'
  filters: Filters
  change: Change
  children?: ReactNode
}) {
  const names = useQuery(services()).data?.services.map(({ name }) => name) ?? []
  const environments =
    useQuery(facets(of, { range: '30d' })).data?.facets.find(({ name }) => name === 'environment')?.values ??
    []
  return (
    <search className="filters">
      <QueryBox key={filters.q ?? ''} of={of} filters={filters} change={change} />
      <Choice
        label="Service"
        all="All services"
        value={filters.service}
        options={names.toSorted()}
        change={(service) => change({ service })}
      />
      <Choice
        label="Environment"
        all="All environments"
        value={filters.environment}
        options={environments.map(({ value }) => value).filter(Boolean)}
        change={(environment) => change({ environment })}
      />
      <RangeChoice filters={filters} change={change} />
      {children}
    </search>
  )
}

function QueryBox({ of, filters, change }: { of: 'issues' | 'traces'; filters: Filters; change: Change }) {
  const [typed, setTyped] = useState(filters.q ?? '')
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readQuery(typed)
    if (read.opens === 'trace') void navigate({ to: '/traces/$traceId', params: { traceId: read.id } })
    else if (read.opens === 'digest') void navigate({ to: '/d/$digest', params: { digest: read.id } })
    else change({ q: undefined, ...(of === 'traces' ? withAttribute(read.filters) : read.filters) })
  }
  return (
    <form className="query" onSubmit={submit}>
      <Icon name="search" />
      {filters.release && (
        <span className="chip">
          <i>release:</i>
          {filters.release}
          <button
            type="button"
            aria-label={`Remove release:${filters.release}`}
            onClick={() => change({ release: undefined })}
          >
            <Icon name="close" small />
          </button>
        </span>
      )}
      <input
        type="search"
        aria-label={`Search ${of}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.currentTarget.blur()
          setTyped(filters.q ?? '')
        }}
        placeholder={
          of === 'issues'
            ? 'type, message, file, browser:Safari, release:2026.11.3, digest…'
            : 'name, http.route:/cart, trace id, digest…'
        }
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {filters.q ? (
        <button
          className="clear"
          type="button"
          aria-label="Clear the search"
          onClick={() => change({ q: undefined })}
        >
          <Icon name="close" small />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </form>
  )
}

function RangeChoice({ filters, change }: { filters: Filters; change: Change }) {
  const { from, to } = filters
  const now = useNow(60_000)
  const chosen = from && to ? 'chosen' : (filters.range ?? DEFAULT_RANGE)
  return (
    <select
      aria-label="Time range"
      value={chosen}
      onChange={(event) =>
        change({
          range: event.target.value === DEFAULT_RANGE ? undefined : (event.target.value as Range),
          from: undefined,
          to: undefined,
        })
      }
    >
      {from && to && <option value="chosen">{`${shortMoment(from, now)} to ${shortMoment(to, now)}`}</option>}
      {Object.entries(RANGES).map(([range, words]) => (
        <option key={range} value={range}>
          {words}
        </option>
      ))}
    </select>
  )
}
