// The list of traces: filters, the strip of starts and durations, what differs in a selection, the rows.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { stripQuery, tracesQuery } from '../traces-query.ts'
import type { TraceFilters } from '../../../search/filters.ts'
import { usePolling } from '../../../app/live.tsx'
import { FacetButton, FacetPanel, useFacetPanel } from '../../../search/facet-panel.tsx'
import { useRoving } from '../../../ui/roving.ts'
import { Screen } from '../../../app/screen.tsx'
import { Search } from '../../../search/search.tsx'
import { useServiceColors } from '../../../ui/service-name.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { rowShortcuts, type Shortcut } from '../../../app/shortcuts.ts'
import { hasSelection } from '../../../search/token-filters.ts'
import { Differences } from './differences.tsx'
import { EmptyTraces } from './empty-traces.tsx'
import { LatencyStrip } from './latency-strip.tsx'
import { nextOrder, ORDERS, TraceResults } from './trace-results.tsx'
import { TraceTableRow } from './trace-row.tsx'
import { TracesFilters } from './traces-filters.tsx'
import css from './traces.module.css'

const route = getRouteApi('/traces')

export function TracesScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...tracesQuery(filters), refetchInterval: usePolling() })
  const stripState = useQuery({ ...stripQuery(filters), refetchInterval: usePolling() })
  const strip = stripState.data
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
  ]
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Traces</h1>
      <Search list="traces" filters={filters} change={change} />
      <TracesFilters filters={filters} change={change} toggleErrors={toggleErrors}>
        <FacetButton panel={panel} />
      </TracesFilters>
      <FacetPanel panel={panel} list="traces" filters={filters}>
        {strip && strip.count > 0 && <LatencyStrip strip={strip} filters={filters} change={change} />}
        {hasSelection(filters) && <Differences filters={filters} />}
        {traces.length > 0 && (
          <TraceResults
            shown={traces.length}
            total={query.isPlaceholderData || stripState.isPlaceholderData ? undefined : strip?.total}
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
            className={css.list}
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
