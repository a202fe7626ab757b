// The releases of every service, newest first: crash-free sessions, and what changed.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { trendQuery } from '../issues/index.ts'
import { MAX_LISTED_RELEASES, releaseListQuery, releaseSummariesQuery } from './release-changes-query.ts'
import type { Filters } from '../../search/filters.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { usePolling } from '../../app/live.tsx'
import { EmptyList } from '../../search/empty-list.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Screen } from '../../app/screen.tsx'
import { FilterSelects } from '../../search/search.tsx'
import { TextSearch, useSearchText } from '../../search/text-search.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { Trend } from '../../charts/trend.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import { statusQuery } from '../status/index.ts'
import { CrashFreeChart } from './crash-free-chart.tsx'
import { groupReleases } from './group-releases.ts'
import { ReleaseTableRow } from './release-row.tsx'
import css from './releases.module.css'

const route = getRouteApi('/releases')

/** The answer covers 30 days. */
const POLL_MS = 60_000

export function ReleasesScreen() {
  const search = route.useSearch()
  const filters: Filters = { ...search, range: search.range ?? '30d' }
  const navigate = route.useNavigate()
  const query = useQuery({ ...releaseListQuery(filters), refetchInterval: usePolling(POLL_MS) })
  const summaries = useQuery(releaseSummariesQuery(filters))
  const stored = useQuery(statusQuery()).data?.rows
  const isFirstVisit = stored?.logs === 0 && stored.spans === 0
  const now = useNow(60_000)
  const rows = query.data?.releases ?? []
  const trend = query.data?.trend ?? []
  const [text, setText] = useSearchText(search.q)
  const groups = groupReleases(rows, useDeferredValue(text))
  const [roving, setTable] = useRoving(
    groups.flatMap(({ releases }) =>
      releases.map(({ row }) => JSON.stringify([row.service, row.release, row.environment])),
    ),
  )
  const change = (changed: Filters) => void navigate({ search: (current) => ({ ...current, ...changed }) })
  const shortcuts = groups.length > 0 ? rowShortcuts(roving.move) : []
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Releases</h1>
      <search className="filters">
        <TextSearch
          text={text}
          setText={setText}
          leave={() => roving.move(0)}
          label="Search releases"
          placeholder="Part of a version or service"
        />
        <FilterSelects filters={filters} change={change} />
      </search>
      {query.data && trend.length === 0 && <EventsOfReleases filters={filters} change={change} now={now} />}
      {trend.length > 0 && (
        <CrashFreeChart
          points={trend}
          releases={groups.flatMap(({ releases }) => releases)}
          filters={filters}
          now={now}
        />
      )}
      <QueryState query={query} label="releases" />
      {query.data && groups.length === 0 && (
        <EmptyList subject="release" filters={filters} change={change} isFirstVisit={isFirstVisit}>
          Set <code>release</code> in the SDK, or <code>service.version</code> in OpenTelemetry.
        </EmptyList>
      )}
      {groups.length > 0 && (
        <table ref={setTable} className={`cards rows ${css.list}`} aria-label="Releases, newest first">
          <thead>
            <tr>
              <th className={css.release}>Release</th>
              <th className={css.deployed}>Deployed</th>
              <th className={`num ${css.sessions}`}>Sessions</th>
              <th className={`num ${css.crashFree}`}>Crash-free before, after</th>
              <th className={css.around}>24 h before and after</th>
              <th className={`num ${css.change}`}>New</th>
              <th className={`num ${css.change}`}>Back</th>
              <th className={`num ${css.change}`}>Louder</th>
              <th className={`num ${css.change}`}>Quiet</th>
              <th className={css.slower}>Worst change of a vital or p95</th>
            </tr>
          </thead>
          {groups.map(({ service, releases }) => (
            <tbody key={service}>
              <tr className="row-group">
                <th colSpan={9} scope="rowgroup">
                  <ServiceName name={service} />
                  <span className="faint">
                    {' '}
                    {pluralize(releases.length, 'release')}
                    {releases.every(({ row }) => row.sessions === 0) && ' · no sessions (server)'}
                  </span>
                </th>
              </tr>
              {releases.map((item) => (
                <ReleaseTableRow
                  key={item.row.release}
                  item={item}
                  summary={
                    summaries.data?.summaries.find(
                      ({ service: of, release }) => of === service && release === item.row.release,
                    ) ?? (summaries.isPending ? 'loading' : null)
                  }
                  roving={roving}
                  now={now}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {query.data && query.data.total > rows.length && (
        <p className="more">
          latest {MAX_LISTED_RELEASES} of {formatCount(query.data.total)} releases; choose a service to see
          older ones
        </p>
      )}
    </Screen>
  )
}

type ChartProps = { filters: Filters; change: (filters: Filters) => void; now: number }

function EventsOfReleases({ filters, change, now }: ChartProps) {
  const { data } = useQuery({ ...trendQuery(filters), refetchInterval: usePolling(POLL_MS) })
  const navigate = route.useNavigate()
  if (!data) return <div className={css.chart} />
  return (
    <figure className={css.chart} aria-label="Events over time, with releases">
      <Trend
        bars={data.buckets}
        releases={data.releases}
        openRelease={(release, service) =>
          void navigate({ to: '/releases/$service/$release', params: { service, release }, search: {} })
        }
        now={now}
        onSelect={(from, to) => change({ from, to })}
        low
        action="shows the releases of that period"
      />
    </figure>
  )
}
