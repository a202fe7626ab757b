// The trace list: filters, latency heatmap, attributes of a selection, rows.
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { TraceHeatmapAnswer } from '../../../../../contract/traces.ts'
import { heatmapQuery, tracesQuery } from '../traces-query.ts'
import { type TraceFilters } from '../../../search/filters.ts'
import { describePeriod } from '../../../search/period.ts'
import { usePolling } from '../../../app/live.tsx'
import { FacetButton, FacetPanel, useFacetPanel } from '../../../search/facets/facet-panel.tsx'
import { useRoving } from '../../../ui/roving.ts'
import { Screen } from '../../../app/screen.tsx'
import { SavedSearchesButton } from '../../../search/saved/saved-searches-button.tsx'
import { SAVED_SEARCHES_SHORTCUT } from '../../../search/saved/saved-searches-shortcut.ts'
import { Search } from '../../../search/search.tsx'
import { useServiceColors } from '../../../ui/service-name.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import type { Shortcut } from '../../../app/shortcuts.ts'
import { rowShortcuts } from '../../../app/row-shortcuts.ts'
import { hasSelection } from '../../../search/token-filters.ts'
import { SelectionAttributes } from './selection-attributes.tsx'
import { HeatmapSpace, LatencyHeatmap } from './latency-heatmap.tsx'
import { nextOrder, ORDERS, TraceResults } from './trace-results.tsx'
import { TraceTableRow } from './trace-row.tsx'
import { TracesFilters } from './traces-filters.tsx'
import { VisitorLinks } from '../../../search/visitor-link.tsx'
import css from './traces.module.css'
import { hasFilters, NoMatches } from '../../../search/no-matches.tsx'

const route = getRouteApi('/traces')

export function TracesScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...tracesQuery(filters), refetchInterval: usePolling() })
  const heatmapState = useQuery({ ...heatmapQuery(filters), refetchInterval: usePolling() })
  const heatmap = heatmapState.data
  const traces = query.data?.pages.flatMap((page) => page.traces) ?? []
  const longest = Math.max(1, ...traces.map(({ durationNs }) => durationNs))
  const hasUsers = traces.some(({ user }) => user !== '')
  const panel = useFacetPanel('90rem')
  const colors = useServiceColors(traces.flatMap(({ services }) => services))
  const [roving, setTable] = useRoving(traces.map((trace) => trace.traceId))
  const change = (changed: TraceFilters) =>
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  const toggleErrors = () => change({ errors: filters.errors ? undefined : 'true' })
  const shortcuts: Shortcut[] = [
    ...rowShortcuts(roving.move),
    { keys: 'e', label: 'errors only', run: toggleErrors },
    { keys: 's', label: 'order', run: () => change({ order: nextOrder(filters.order) }) },
    { keys: 'f', label: 'filters', run: panel.show },
    SAVED_SEARCHES_SHORTCUT,
  ]
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Traces</h1>
      <Search list="traces" filters={filters} change={change} />
      <TracesFilters filters={filters} change={change} toggleErrors={toggleErrors}>
        <SavedSearchesButton list="traces" filters={filters} />
        <FacetButton panel={panel} />
        <VisitorLinks filters={filters} />
      </TracesFilters>
      <FacetPanel panel={panel} list="traces" filters={filters}>
        {heatmapState.isPending && <HeatmapSpace />}
        {heatmap && heatmap.count > 0 && (
          <LatencyHeatmap heatmap={heatmap} filters={filters} change={change} />
        )}
        {hasSelection(filters) && <SelectionAttributes filters={filters} />}
        {traces.length > 0 && (
          <TraceResults
            shown={traces.length}
            total={totalOf(heatmapState, query.isPlaceholderData)}
            milliseconds={query.data?.pages[0]?.milliseconds}
            order={filters.order}
            setOrder={(order) => change({ order })}
          />
        )}
        <QueryState query={query} label="traces" thin />
        {query.data && traces.length === 0 && <EmptyTraces filters={filters} change={change} />}
        {traces.length > 0 && (
          <table
            ref={setTable}
            className={`cards ${css.list}`}
            aria-label={`Traces, ${ORDERS[filters.order ?? 'newest'].toLowerCase()} first`}
          >
            <thead>
              <tr>
                <th className={css.time}>Start</th>
                <th>Root span</th>
                <th className={`num ${css.duration}`}>Duration</th>
                <th className={`num ${css.spans}`}>Spans</th>
                <th className={`num ${css.errors}`}>Errors</th>
                <th className={css.services}>Services</th>
                {hasUsers && <th className={css.user}>User</th>}
              </tr>
            </thead>
            <tbody>
              {traces.map((trace, index) => (
                <TraceTableRow
                  key={trace.traceId}
                  trace={trace}
                  index={index}
                  longest={longest}
                  colors={colors}
                  hasUser={hasUsers}
                  roving={roving}
                />
              ))}
            </tbody>
          </table>
        )}
        <ShowMore list={query} />
      </FacetPanel>
    </Screen>
  )
}

type HeatmapState = Pick<UseQueryResult<TraceHeatmapAnswer>, 'data' | 'isError' | 'isPlaceholderData'>

/** `loading`: it has not arrived for these filters; null: it could not be loaded. */
function totalOf({ data, isError, isPlaceholderData }: HeatmapState, isOther: boolean) {
  if (isError && !data) return null
  return !data || isOther || isPlaceholderData ? 'loading' : data.total
}

type Props = { filters: TraceFilters; change: (filters: TraceFilters) => void }

function EmptyTraces({ filters, change }: Props) {
  if (hasFilters(filters))
    return <NoMatches title="No traces match" subject="trace" filters={filters} change={change} />
  const actions = (
    <>
      <a className="button primary" href="/demo">
        Open the demo
      </a>
      <Link className="button" to="/connect">
        Connect an application
      </Link>
    </>
  )
  return (
    <Empty title="No traces yet" waiting actions={actions}>
      No traces received {describePeriod(filters)}. Monitored pages send a trace for each page load and each
      request; servers send theirs to the collector.
    </Empty>
  )
}
