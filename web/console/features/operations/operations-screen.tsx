// Names of spans with their percentiles, errors, what is usual, and their part of the time.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { operationsBaseQuery, operationTrendsQuery } from './measurements-query.ts'
import { chartPeriod, type Filters, readOption } from '../../search/filters.ts'
import { usePolling } from '../../app/live.tsx'
import { NoMatches } from '../../search/no-matches.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Screen } from '../../app/screen.tsx'
import { Search } from '../../search/search.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { rowShortcuts } from '../../app/shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import { OperationTable } from './operation-table.tsx'
import { Overview } from './overview.tsx'
import { ServiceTabs } from './service-tabs.tsx'
import {
  DEFAULT_SORT,
  OPERATION_SORTS,
  operationKey,
  type OperationSort,
  pageOf,
  sortOperations,
  withBase,
} from './sort-operations.ts'
import css from './operations.module.css'

const route = getRouteApi('/operations')

/** The API has pages of so many. */
const MAX_OPERATIONS = 100

export function OperationsScreen() {
  const { by, ...filters } = route.useSearch()
  const sort = readOption([...OPERATION_SORTS], by) ?? DEFAULT_SORT
  const navigate = route.useNavigate()
  const wanted = { ...filters, sort: pageOf(sort) }
  const query = useQuery({ ...operationTrendsQuery(wanted), refetchInterval: usePolling() })
  const baseQuery = useQuery({ ...operationsBaseQuery(wanted), refetchInterval: usePolling() })
  const base = baseQuery.data
  const now = useNow()
  const period = chartPeriod(filters, now)
  const operations = sortOperations(withBase(query.data?.operations ?? [], base), sort)
  const [roving, setTable] = useRoving(operations.map(operationKey))
  const change = (changed: Filters & { by?: OperationSort | undefined }) =>
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  const setSort = (name: OperationSort) => change({ by: name === DEFAULT_SORT ? undefined : name })
  const nextSort = OPERATION_SORTS[(OPERATION_SORTS.indexOf(sort) + 1) % OPERATION_SORTS.length]!
  const shortcuts = [
    ...rowShortcuts(roving.move),
    { keys: 's', label: 'order', run: () => setSort(nextSort) },
  ]
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Operations</h1>
      <Search list="operations" filters={filters} change={change} />
      {/* The table stays where it is when the slower answer comes. */}
      {baseQuery.isPending && <div className={css.pending} />}
      {baseQuery.isError && <QueryState query={baseQuery} label="what is usual" thin />}
      {base?.services && base.services.length > 0 && (
        <ServiceTabs services={base.services} service={filters.service} shown={operations.length} />
      )}
      {base?.totals && <Overview totals={base.totals} filters={filters} period={period} />}
      <QueryState query={query} label="operations" thin />
      {query.data && operations.length === 0 && (
        <NoMatches title="No operations" subject="operation" filters={filters} change={change}>
          An operation is the name of a span: a page load, a request, a query.
        </NoMatches>
      )}
      {operations.length > 0 && (
        <OperationTable {...{ operations, base, filters, period, sort, setSort, roving, setTable }} />
      )}
      {operations.length > 0 && (
        <p className="more">
          {operations.length === MAX_OPERATIONS &&
            `the ${MAX_OPERATIONS} ${PAGES[pageOf(sort) ?? 'calls']} · `}
          <Link to="/traces" search={filters}>
            all traces
          </Link>
        </p>
      )}
    </Screen>
  )
}

const PAGES = {
  time: 'that take most time',
  errors: 'with the largest share of errors',
  calls: 'with most calls',
}
