// Log records, latest first: of services, of one trace or of one session.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePolling } from '../../app/live.tsx'
import { Screen } from '../../app/screen.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { formatCount } from '../../format/format-number.ts'
import { QueryState } from '../../http/query-state.tsx'
import { EmptyList } from '../../search/empty-list.tsx'
import { FilterSelects } from '../../search/search.tsx'
import { TextSearch, useSearchText } from '../../search/text-search.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Select } from '../../ui/select.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { statusQuery } from '../status/index.ts'
import { keysOf } from './log-text.ts'
import { LEVELS, type LogFilters, logsQuery } from './logs-query.ts'
import { LogTable } from './log-table.tsx'

const route = getRouteApi('/logs')

export function LogsScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...logsQuery(filters), refetchInterval: usePolling() })
  const isFirstVisit = useQuery(statusQuery()).data?.rows.logs === 0
  const logs = useMemo(() => query.data?.pages.flatMap((page) => page.logs) ?? [], [query.data])
  const keys = useMemo(() => keysOf(logs), [logs])
  const change = (changed: LogFilters) => void navigate({ search: (current) => ({ ...current, ...changed }) })
  const [text, setText] = useSearchText(filters.q)
  const [roving, setTable] = useRoving(keys, { listKey: JSON.stringify(filters) })
  return (
    <Screen shortcuts={logs.length > 0 ? rowShortcuts(roving.move) : []}>
      <h1 className="visually-hidden">Logs</h1>
      <search className="filters">
        <TextSearch
          text={text}
          setText={setText}
          leave={() => roving.move(0)}
          label="Search logs"
          placeholder="text, order.id:4711, user:u-42, -level:debug"
        />
        <Select
          label="Level"
          all="All levels"
          value={filters.level}
          options={LEVELS}
          onChange={(level) => change({ level })}
        />
        <FilterSelects filters={filters} change={change} />
      </search>
      <Subject filters={filters} change={change} />
      <QueryState query={query} label="logs" />
      {query.data && logs.length === 0 && (
        <NoLogs filters={filters} change={change} isFirstVisit={isFirstVisit} />
      )}
      {logs.length > 0 && <LogTable logs={logs} keys={keys} roving={roving} setTable={setTable} />}
      {logs.length > 0 && <ShowMore list={query}>{formatCount(logs.length)} shown</ShowMore>}
    </Screen>
  )
}

type Props = { filters: LogFilters; change: (filters: LogFilters) => void }

/** The trace or the session that the list is about. */
function Subject({ filters: { trace, session, release }, change }: Props) {
  const chips = Object.entries({ trace, session, release })
  if (chips.every(([, value]) => !value)) return null
  return (
    <p className="controls">
      {chips.map(
        ([name, value]) =>
          value && (
            <Chip key={name} filter={`${name}:${value}`} remove={() => change({ [name]: undefined })}>
              <i>{name}:</i>
              <UntrustedText text={value} />
            </Chip>
          ),
      )}
    </p>
  )
}

const NO_SUBJECT: LogFilters = { level: undefined, trace: undefined, session: undefined }

function NoLogs({ filters, change, isFirstVisit }: Props & { isFirstVisit: boolean }) {
  const { level, trace, session, ...others } = filters
  const named = { ...others, q: others.q ?? level ?? trace ?? session }
  return (
    <EmptyList
      subject="log record"
      filters={named}
      change={(changed) => change('q' in changed ? { ...NO_SUBJECT, ...changed } : changed)}
      isFirstVisit={isFirstVisit}
    >
      Servers send their logs with OpenTelemetry, to the collector (port 4318, or 4317 for gRPC): set{' '}
      <code>OTEL_LOGS_EXPORTER=otlp</code>. <Link to="/connect">Connect a server</Link>
    </EmptyList>
  )
}
