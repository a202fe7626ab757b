// Names of spans with their percentiles, errors and trend.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { operationTrendsQuery } from '../../api/measurements.ts'
import { chartPeriod, type Filters, readOption } from '../../filters.ts'
import { formatCount } from '../../format-number.ts'
import { usePolling } from '../../live.tsx'
import { Icon } from '../../parts/icon.tsx'
import { NoMatches } from '../../parts/no-matches.tsx'
import { useRoving } from '../../parts/roving.ts'
import { Screen } from '../../parts/screen.tsx'
import { Search } from '../../parts/search.tsx'
import { QueryState } from '../../parts/states.tsx'
import { useNow } from '../../use-now.ts'
import { OperationTableRow } from './operation-row.tsx'
import { DEFAULT_SORT, OPERATION_SORTS, type OperationSort, sortOperations } from './sort-operations.ts'
import css from './operations.module.css'

const route = getRouteApi('/operations')

/** The API has pages of so many, the most frequent ones. */
const MAX_OPERATIONS = 100
const HEADS: Record<OperationSort, string> = {
  calls: 'Calls',
  errors: 'Errors',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
}

export function OperationsScreen() {
  const { by, ...filters } = route.useSearch()
  const sort = readOption([...OPERATION_SORTS], by) ?? DEFAULT_SORT
  const navigate = route.useNavigate()
  const query = useQuery({ ...operationTrendsQuery(filters), refetchInterval: usePolling() })
  const now = useNow()
  const { start, end } = chartPeriod(filters, now)
  const operations = sortOperations(query.data?.operations ?? [], sort)
  const [roving, setTable] = useRoving(
    operations.map(({ service, name, kind }) => JSON.stringify([service, name, kind])),
  )
  const change = (changed: Filters & { by?: string | undefined }) =>
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  const nextSort = OPERATION_SORTS[(OPERATION_SORTS.indexOf(sort) + 1) % OPERATION_SORTS.length]
  const shortcuts = [
    { keys: 'j', label: 'next', run: () => roving.move(1) },
    { keys: 'k', label: 'previous', run: () => roving.move(-1) },
    { keys: 's', label: 'order', run: () => change({ by: nextSort }) },
  ]
  return (
    <Screen title="Operations" shortcuts={shortcuts}>
      <h1 className="visually-hidden">Operations</h1>
      <Search list="operations" filters={filters} change={change} />
      <QueryState query={query} label="operations" thin />
      {query.data && operations.length === 0 && (
        <NoMatches title="No operations" subject="operation" filters={filters} change={change}>
          An operation is the name of a span: a page load, a request, a query.
        </NoMatches>
      )}
      {operations.length > 0 && (
        <table ref={setTable} className={css.list} aria-label="Operations">
          <thead>
            <tr>
              <th>Operation</th>
              {OPERATION_SORTS.map((name) => (
                <th
                  key={name}
                  className={`num ${css.number} ${css[name]}`}
                  aria-sort={name === sort ? 'descending' : undefined}
                >
                  <button type="button" onClick={() => change({ by: name })}>
                    {HEADS[name]} {name === sort && <Icon name="down" small />}
                  </button>
                </th>
              ))}
              <th className={css.trend}>Calls, p95 over time</th>
              <th className={css.traces}>
                <span className="visually-hidden">Traces</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {operations.map((operation, index) => (
              <OperationTableRow
                key={`${operation.service} ${operation.name} ${operation.kind}`}
                operation={operation}
                filters={filters}
                period={{ start, end }}
                index={index}
                roving={roving}
              />
            ))}
          </tbody>
        </table>
      )}
      {operations.length > 0 && (
        <p className="more num">
          {operations.length < MAX_OPERATIONS
            ? `${formatCount(operations.length)} of ${formatCount(operations.length)} operations`
            : `the ${MAX_OPERATIONS} with most calls`}
          {' · '}
          <Link to="/traces" search={filters}>
            all traces
          </Link>
        </p>
      )}
    </Screen>
  )
}
