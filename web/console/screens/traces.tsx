// Traces, newest first: what took how long, and where errors are in it.

import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { traces as tracesQuestion } from '../api.ts'
import { isNarrow, period, RANGES, DEFAULT_RANGE, type TraceFilters } from '../filters.ts'
import type { Key } from '../keys.ts'
import { usePolling } from '../live.tsx'
import { useNow } from '../now.ts'
import { count } from '../numbers.ts'
import { Icon } from '../parts/icon.tsx'
import { Empty, Failed, Loading, StaleNotice } from '../parts/outcome.tsx'
import { useRoving } from '../parts/roving.ts'
import { Screen } from '../parts/screen.tsx'
import { Search } from '../parts/search.tsx'
import { useHues } from '../parts/service.tsx'
import { TraceLine } from './traces-row.tsx'
import css from './traces.module.css'

const route = getRouteApi('/traces')

/** Steps people think in: what a person feels (100 ms), waits for (1 s), gives up on (10 s). */
const DURATIONS = {
  '100000000': 'over 100 ms',
  '500000000': 'over 500 ms',
  '1000000000': 'over 1 s',
  '5000000000': 'over 5 s',
  '10000000000': 'over 10 s',
}

export function TracesScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const list = useInfiniteQuery({ ...tracesQuestion(filters, period(filters)), refetchInterval: usePolling() })
  const rows = list.data?.pages.flatMap((page) => page.traces) ?? []
  const longest = rows.reduce((most, { durationNs }) => Math.max(most, durationNs), 1)
  const hues = useHues(rows.flatMap(({ services }) => services))
  const [roving, setList] = useRoving(rows.length)
  const change = (changed: TraceFilters) => void navigate({ search: (before) => ({ ...before, ...changed }) })
  const keys: Key[] = [
    { press: 'j', says: 'next', run: () => roving.move(1) },
    { press: 'k', says: 'previous', run: () => roving.move(-1) },
    { press: 'e', says: 'errors only', run: () => change({ errors: filters.errors ? undefined : 'true' }) },
  ]
  return (
    <Screen title="Traces" keys={keys}>
      <h1 className="heard">Traces</h1>
      <Search of="traces" filters={filters} change={change} />
      <div className={css.narrowing}>
        <select
          aria-label="Duration"
          value={filters.minDurationNs ?? ''}
          onChange={(event) => change({ minDurationNs: event.target.value || undefined })}
        >
          <option value="">Any duration</option>
          {Object.entries(DURATIONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          {filters.minDurationNs && !(filters.minDurationNs in DURATIONS) && (
            <option value={filters.minDurationNs}>over {filters.minDurationNs} ns</option>
          )}
        </select>
        <label>
          <input
            type="checkbox"
            checked={filters.errors === 'true'}
            onChange={() => change({ errors: filters.errors ? undefined : 'true' })}
          />
          Errors only
        </label>
        {(['operation', 'attribute'] as const).map(
          (name) =>
            filters[name] && (
              <span key={name} className="chip">
                <i>{name}:</i>
                {filters[name]}
                <button type="button" aria-label={`Remove ${name}:${filters[name]}`} onClick={() => change({ [name]: undefined })}>
                  <Icon name="close" small />
                </button>
              </span>
            ),
        )}
        {rows.length > 0 && (
          <span className={`num ${css.results}`}>
            {list.hasNextPage ? `the newest ${count(rows.length)}` : `all ${count(rows.length)}`}
          </span>
        )}
      </div>
      {list.isError && list.data && (
        <StaleNotice error={list.error} since={list.dataUpdatedAt} now={now} again={() => void list.refetch()} />
      )}
      {list.isPending && <Loading of="traces" thin />}
      {list.isError && !list.data && <Failed error={list.error} what="This list" again={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <NoTraces filters={filters} change={change} />}
      {rows.length > 0 && (
        <table ref={setList} className={css.list} aria-label="Traces, newest first">
          <thead>
            <tr>
              <th className={css.time}>Started</th>
              <th>Root</th>
              <th className={`num ${css.took}`}>Duration</th>
              <th className={`num ${css.spans}`}>Spans</th>
              <th className={`num ${css.errors}`}>Errors</th>
              <th className={css.in}>Services</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((trace, index) => (
              <TraceLine
                key={trace.traceId}
                trace={trace}
                index={index}
                longest={longest}
                hues={hues}
                current={index === roving.place}
                tabIndex={roving.tabIndexOf(index)}
                arrive={() => roving.setPlace(index)}
              />
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage && (
        <p className="more">
          <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </button>
        </p>
      )}
    </Screen>
  )
}

function NoTraces({ filters, change }: { filters: TraceFilters; change: (filters: TraceFilters) => void }) {
  const time = filters.from ? 'in the chosen time' : `in the ${RANGES[filters.range ?? DEFAULT_RANGE].toLowerCase()}`
  const none = {
    q: undefined,
    service: undefined,
    environment: undefined,
    release: undefined,
    operation: undefined,
    attribute: undefined,
    minDurationNs: undefined,
    errors: undefined,
  }
  if (isNarrow(filters)) {
    return (
      <Empty
        title="Nothing matches"
        acts={
          <>
            <button type="button" onClick={() => change(none)}>
              Take the filters out
            </button>
            <button type="button" className="quiet" onClick={() => change({ range: '30d', from: undefined, to: undefined })}>
              Search 30 days
            </button>
          </>
        }
      >
        No trace {time} has all of what was asked for.
      </Empty>
    )
  }
  return (
    <Empty
      title="No trace yet"
      waiting
      acts={
        <>
          <a className="button primary" href="/demo">
            Open the demo
          </a>
          <a className="button" href="/connect">
            Connect a page
          </a>
        </>
      }
    >
      Nothing was traced {time}. A watched page sends one for its load and for each of its requests; servers send theirs to the collector.
    </Empty>
  )
}
