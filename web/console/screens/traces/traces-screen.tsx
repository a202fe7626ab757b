// Traces, newest first: what took how long, and where errors are in it.

import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { traces as tracesQuestion } from '../../api/issues.ts'
import { period, type TraceFilters } from '../../filters.ts'
import type { Key } from '../../shortcuts.ts'
import { usePolling } from '../../live.tsx'
import { useNow } from '../../use-now.ts'
import { Failed, Loading, StaleNotice } from '../../parts/states.tsx'
import { useRoving } from '../../parts/roving.ts'
import { Screen } from '../../parts/screen.tsx'
import { Search } from '../../parts/search.tsx'
import { useHues } from '../../parts/service-name.tsx'
import { NoTraces } from './empty-list.tsx'
import { Narrowing } from './traces-filters.tsx'
import { TraceLine } from './trace-row.tsx'
import css from './traces.module.css'

const route = getRouteApi('/traces')

export function TracesScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const list = useInfiniteQuery({
    ...tracesQuestion(filters, period(filters)),
    refetchInterval: usePolling(),
  })
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
      <Narrowing filters={filters} change={change} shown={rows.length} more={list.hasNextPage} />
      {list.isError && list.data && (
        <StaleNotice
          error={list.error}
          since={list.dataUpdatedAt}
          now={now}
          again={() => void list.refetch()}
        />
      )}
      {list.isPending && <Loading of="traces" thin />}
      {list.isError && !list.data && (
        <Failed error={list.error} what="This list" again={() => void list.refetch()} />
      )}
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
