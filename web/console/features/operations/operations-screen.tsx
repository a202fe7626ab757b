// Operations (span names) with percentiles, errors, baseline, and share of time.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MAX_OPERATIONS, operationsBaseQuery, operationTrendsQuery } from './operations-query.ts'
import { type Filters, readOption } from '../../search/filters.ts'
import { chartPeriod } from '../../search/period.ts'
import { usePolling } from '../../app/live.tsx'
import { EmptyList } from '../../search/empty-list.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Screen } from '../../app/screen.tsx'
import { Search } from '../../search/search.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import { statusQuery } from '../status/index.ts'
import { OperationTable } from './operation-table.tsx'
import { Overview } from './overview.tsx'
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
import type { OperationsAnswer } from '../../../../contract/operations.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { ServiceName } from '../../ui/service-name.tsx'

const route = getRouteApi('/operations')

export function OperationsScreen() {
  const { by, ...filters } = route.useSearch()
  const sort = readOption([...OPERATION_SORTS], by) ?? DEFAULT_SORT
  const navigate = route.useNavigate()
  const wanted = { ...filters, sort: pageOf(sort) }
  const query = useQuery({ ...operationTrendsQuery(wanted), refetchInterval: usePolling() })
  const baseQuery = useQuery({ ...operationsBaseQuery(wanted), refetchInterval: usePolling() })
  const base = baseQuery.data
  const stored = useQuery(statusQuery()).data
  const now = useNow(60_000)
  const period = chartPeriod(filters, now)
  const operations = sortOperations(withBase(query.data?.operations ?? [], base), sort)
  const [roving, setTable] = useRoving(operations.map(operationKey))
  const change = (changed: Filters & { by?: OperationSort | undefined }) =>
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  const setSort = (name: OperationSort) => change({ by: name === DEFAULT_SORT ? undefined : name })
  const nextSort = OPERATION_SORTS[(OPERATION_SORTS.indexOf(sort) + 1) % OPERATION_SORTS.length]!
  const sortShortcut = { keys: 's', label: 'order', run: () => setSort(nextSort) }
  const shortcuts = operations.length > 0 ? [...rowShortcuts(roving.move), sortShortcut] : []
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Operations</h1>
      <Search list="operations" filters={filters} change={change} />
      {/* Keeps the table in place until the slower answer arrives. */}
      {baseQuery.isPending && <div className={css.pending} />}
      {baseQuery.isError && <QueryState query={baseQuery} label="the baseline" thin />}
      {base?.services && base.services.length > 0 && (
        <ServiceTabs services={base.services} service={filters.service} shown={operations.length} />
      )}
      {base?.totals && <Overview totals={base.totals} filters={filters} period={period} />}
      <QueryState query={query} label="operations" thin />
      {query.data && operations.length === 0 && (
        <EmptyList
          subject="operation"
          filters={filters}
          change={change}
          isFirstVisit={stored?.rows.spans === 0}
        >
          An operation is the name of a span: a page load, a request, a query.
        </EmptyList>
      )}
      {operations.length > 0 && (
        <OperationTable {...{ operations, base, filters, period, sort, setSort, roving, setTable }} />
      )}
      {operations.length > 0 && (
        <p className="more">
          {operations.length === MAX_OPERATIONS &&
            `the ${MAX_OPERATIONS} ${PAGES[pageOf(sort) ?? 'calls']} · `}
          <Link to="/traces" search={filters}>
            All traces
          </Link>
        </p>
      )}
    </Screen>
  )
}

const PAGES = {
  time: 'with the largest share of time',
  errors: 'with the largest share of errors',
  calls: 'with the most calls',
}

type TabsProps = {
  services: NonNullable<OperationsAnswer['services']>
  service: string | undefined
  shown: number
}

/** `shown`: number of rows. */
function ServiceTabs({ services, service, shown }: TabsProps) {
  const countOf = (name: string) => services.find((tab) => tab.service === name)?.operations ?? 0
  const all = services.reduce((sum, { operations }) => sum + operations, 0)
  const total = service === undefined ? all : countOf(service)
  return (
    <nav className="tabs" aria-label="Service">
      {[undefined, ...services.map((tab) => tab.service)].map((tab) => (
        <Link
          key={tab ?? ''}
          to="/operations"
          search={(current) => ({ ...current, service: tab })}
          // Otherwise the tab without a service would be current on every other tab too.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={service === tab ? 'page' : undefined}
        >
          {tab === undefined ? 'All' : <ServiceName name={tab} />}{' '}
          <small>{formatCount(tab === undefined ? all : countOf(tab))}</small>
        </Link>
      ))}
      <span className={`num caption push wide-only ${css.total}`}>
        {formatCount(shown)} of {pluralize(total, 'operation')}
      </span>
    </nav>
  )
}
