// One operation: calls, errors, percentiles, traces, and where its time goes.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { OperationRow } from '../../../../contract/operations.ts'
import { callTimesQuery, operationsBaseQuery } from './operations-query.ts'
import { type Filters, type TraceFilters } from '../../search/filters.ts'
import { chartPeriod, describePeriod } from '../../search/period.ts'
import { usePolling } from '../../app/live.tsx'
import { UntrustedCode, plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Screen } from '../../app/screen.tsx'
import { FilterSelects } from '../../search/search.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Measures } from './measures.tsx'
import { OperationBreakdown } from './operation-breakdown.tsx'
import { formatShare } from './operation-texts.ts'
import { OperationCalls } from './operation-calls.tsx'
import css from './operation.module.css'
import { trendQuery } from '../issues/index.ts'
import { formatStep } from '../../charts/time-axis.ts'
import { HeatmapSpace, LatencyHeatmap } from '../traces/index.ts'

const route = getRouteApi('/operations/$service')

export function OperationScreen() {
  const { service } = route.useParams()
  const { operation = '', started, minDurationNs, maxDurationNs, ...rest } = route.useSearch()
  const selection = { started, minDurationNs, maxDurationNs }
  const filters = { ...rest, service }
  const navigate = useNavigate()
  const query = useQuery({
    ...operationsBaseQuery({ ...filters, operation }),
    refetchInterval: usePolling(),
  })
  const rows = query.data?.operations ?? []
  const list = { ...rest, service }
  const shortcuts = [
    {
      keys: 't',
      label: 'all traces',
      run: () => void navigate({ to: '/traces', search: { ...filters, operation } }),
    },
    { keys: 'Escape', label: 'operations', run: () => void navigate({ to: '/operations', search: list }) },
  ]
  const change = ({ service: other, ...changed }: TraceFilters) =>
    other && other !== service
      ? void navigate({ to: '/operations', search: { ...rest, ...changed, service: other } })
      : void navigate({
          to: '/operations/$service',
          params: { service },
          search: { ...rest, operation, ...selection, ...changed },
        })
  return (
    <Screen title={`${plainText(operation)} · Operations`} shortcuts={shortcuts}>
      <header className={css.title}>
        <div>
          <p className="title-path">
            <Link to="/operations" search={list}>
              Operations
            </Link>
            <span aria-hidden="true">/</span>
            <ServiceName name={service} />
            <span className="faint">{describePeriod(filters)}</span>
          </p>
          <h1>
            <UntrustedCode text={operation} empty="All operations" />
          </h1>
        </div>
        <div className="filters">
          <FilterSelects filters={filters} change={change} />
        </div>
      </header>
      <QueryState query={query} label="the operation" />
      {query.data && rows.length === 0 && (
        <Empty title="No calls in this period">Choose a longer period or another service.</Empty>
      )}
      {rows.map((row) => (
        <OperationFigures key={row.kind} row={row} filters={filters} isOnlyKind={rows.length === 1} />
      ))}
      {rows.length > 0 && <CallTimes filters={{ ...filters, ...selection, operation }} change={change} />}
      {rows.length > 0 && (
        <div className={`with-aside ${css.details}`}>
          <OperationCalls filters={{ ...filters, ...selection, operation }} row={rows[0]!} />
          {operation && (
            <OperationBreakdown
              filters={{ ...filters, operation }}
              row={rows[0]!}
              durationsNs={query.data?.durationsNs}
            />
          )}
        </div>
      )}
    </Screen>
  )
}

type FiguresProps = { row: OperationRow; filters: Filters; isOnlyKind: boolean }

function OperationFigures({ row, filters, isOnlyKind }: FiguresProps) {
  const now = useNow(60_000)
  const { start, end } = chartPeriod(filters, now)
  const { usual, kind, timeShare, service } = row
  return (
    <div>
      {!isOnlyKind && <h2 className={css.kind}>{kind}</h2>}
      <Measures
        label={isOnlyKind ? 'Metrics' : `Metrics of ${kind} spans`}
        measured={row}
        milliseconds={end - start}
      >
        <Figure label="Share of time" value={formatShare(timeShare)}>
          of <UntrustedText text={service} />
          {usual && `, usually ${formatShare(usual.timeShare)}`}
        </Figure>
      </Measures>
    </div>
  )
}

/** Calls by start and duration. A drag selects the calls of an area. */
function CallTimes({ filters, change }: { filters: TraceFilters; change: (filters: TraceFilters) => void }) {
  const { data: heatmap, isPending } = useQuery({
    ...callTimesQuery(filters),
    refetchInterval: usePolling(),
  })
  const releases = useQuery(trendQuery({ ...filters, q: undefined })).data?.releases ?? []
  if (isPending) return <HeatmapSpace />
  if (!heatmap || heatmap.count === 0) return null
  return (
    <LatencyHeatmap
      heatmap={heatmap}
      filters={filters}
      change={change}
      releases={releases}
      noun="call"
      heading={
        <span>
          <b>Duration of calls</b>, {formatStep(heatmap.stepNs / 1e6)} a column
        </span>
      }
    />
  )
}
