// One operation: how often, how slow, how often it failed, and its traces.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { OperationRow } from '../../../../store/api/trace-contract.ts'
import { trendQuery } from '../../api/issues.ts'
import { operationTrendsQuery } from '../../api/measurements.ts'
import { chartPeriod, describePeriod, type Filters } from '../../filters.ts'
import { formatCount, formatPercent } from '../../format-number.ts'
import { formatDuration } from '../../format-time.ts'
import { usePolling } from '../../live.tsx'
import { Figure, Figures } from '../../parts/figure.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { Screen } from '../../parts/screen.tsx'
import { FilterSelects } from '../../parts/search.tsx'
import { ServiceName } from '../../parts/service-name.tsx'
import { Empty, QueryState } from '../../parts/states.tsx'
import { useNow } from '../../use-now.ts'
import { OperationTraces } from './operation-traces.tsx'
import css from './operation.module.css'

const route = getRouteApi('/operations/$service')

export function OperationScreen() {
  const { service } = route.useParams()
  const { operation = '', ...rest } = route.useSearch()
  const filters = { ...rest, service }
  const navigate = useNavigate()
  const query = useQuery({
    ...operationTrendsQuery({ ...filters, operation }),
    refetchInterval: usePolling(),
  })
  const rows = query.data?.operations ?? []
  const list = { ...rest, service }
  const shortcuts = [
    {
      keys: 't',
      label: 'all its traces',
      run: () => void navigate({ to: '/traces', search: { ...filters, operation } }),
    },
    { keys: 'Escape', label: 'operations', run: () => void navigate({ to: '/operations', search: list }) },
  ]
  const change = ({ service: other, ...changed }: Filters) =>
    other && other !== service
      ? void navigate({ to: '/operations', search: { ...rest, ...changed, service: other } })
      : void navigate({
          to: '/operations/$service',
          params: { service },
          search: { ...rest, operation, ...changed },
        })
  return (
    <Screen title={`${operation} · Operations`} shortcuts={shortcuts}>
      <header className={css.title}>
        <div>
          <p className={css.where}>
            <Link to="/operations" search={list}>
              Operations
            </Link>
            <span aria-hidden="true">/</span>
            <ServiceName name={service} />
            <span className="faint">{describePeriod(filters)}</span>
          </p>
          <h1>
            <code>{operation || 'All operations'}</code>
          </h1>
        </div>
        <div className="filters">
          <FilterSelects filters={filters} change={change} />
        </div>
      </header>
      <QueryState query={query} label="the operation" />
      {query.data && rows.length === 0 && (
        <Empty title="No calls in this time">Choose a longer time, or another service.</Empty>
      )}
      {rows.map((row) => (
        <Measures key={row.kind} row={row} filters={filters} isOnlyKind={rows.length === 1} />
      ))}
      {rows.length > 0 && <OperationTraces filters={{ ...filters, operation }} row={rows[0]!} />}
    </Screen>
  )
}

type MeasuresProps = { row: OperationRow; filters: Filters; isOnlyKind: boolean }

function Measures({ row, filters, isOnlyKind }: MeasuresProps) {
  const now = useNow(60_000)
  const releases = useQuery(trendQuery({ ...filters, q: undefined })).data?.releases ?? []
  const { count, errors, p50Ns, p75Ns, p95Ns, p99Ns, trend = [], kind } = row
  const period = chartPeriod(filters, now)
  return (
    <section aria-label={isOnlyKind ? 'Measures' : `Measures of ${kind} spans`}>
      {!isOnlyKind && <h2 className={css.kind}>{kind}</h2>}
      <Figures label="Percentiles">
        <Figure label="Calls" value={formatCount(count)}>
          {describeRate(count, period)}
        </Figure>
        <Figure
          label="With an error"
          value={errors === 0 ? '0' : formatPercent(errors, count)}
          tone={errors > 0 ? 'error' : undefined}
        >
          {formatCount(errors)} calls
        </Figure>
        <Figure label="p50" value={formatDuration(p50Ns)} />
        <Figure label="p75" value={formatDuration(p75Ns)} />
        <Figure label="p95" value={formatDuration(p95Ns)} />
        <Figure label="p99" value={formatDuration(p99Ns)} />
      </Figures>
      <div className={css.charts}>
        <figure>
          <figcaption>p95 over time</figcaption>
          <LineChart
            points={trend.map(({ at, p95Ns: value }) => ({ at, value }))}
            {...period}
            format={formatDuration}
            label="p95 over time"
            releases={releases}
          />
        </figure>
        <figure>
          <figcaption>Calls with an error, of 100</figcaption>
          <LineChart
            points={trend.map((point) => ({ at: point.at, value: (point.errors / point.count) * 100 }))}
            {...period}
            format={(value) => `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`}
            label="Error rate over time"
            releases={releases}
          />
        </figure>
      </div>
    </section>
  )
}

/** `9.9 a minute`; rare calls are counted by the hour. */
function describeRate(count: number, { start, end }: { start: number; end: number }): string {
  const perMinute = count / ((end - start) / 60_000)
  if (perMinute < 1) return `${(perMinute * 60).toFixed(1)} an hour`
  return `${perMinute < 10 ? perMinute.toFixed(1) : formatCount(perMinute)} a minute`
}
