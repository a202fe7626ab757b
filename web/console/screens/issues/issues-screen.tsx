// The inbox: what changed since the last release first, then what was there before.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Issue, IssueChange } from '../../../../store/api/contract.ts'
import { issues as issuesQuestion, status, trend as trendQuestion } from '../../api/issues.ts'
import { useDecision } from '../../issue-actions.ts'
import { type Filters, type IssueFilters, period } from '../../filters.ts'
import type { Key } from '../../shortcuts.ts'
import { usePolling } from '../../live.tsx'
import { useNow } from '../../use-now.ts'
import { count } from '../../format-number.ts'
import { openIgnoreMenu } from '../../parts/ignore-menu.tsx'
import { Failed, Loading, StaleNotice } from '../../parts/states.tsx'
import { useRoving } from '../../parts/roving.ts'
import { Screen } from '../../parts/screen.tsx'
import { Search } from '../../parts/search.tsx'
import { useToast } from '../../parts/toast.tsx'
import { Trend } from '../../parts/trend.tsx'
import { width } from '../../format-time.ts'
import { toggled } from '../../set-toggle.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FirstVisit, NoIssues } from './empty-list.tsx'
import { IssueTable } from './issue-table.tsx'
import { Tabs } from './status-tabs.tsx'
import css from './issues.module.css'

const route = getRouteApi('/')

export function IssuesScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const decide = useDecision()
  const { toast, show } = useToast()
  const polling = usePolling()
  const list = useInfiniteQuery({ ...issuesQuestion(filters, period(filters)), refetchInterval: polling })
  const stored = useQuery(status())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())

  const first = list.data?.pages[0]
  const rows = list.data?.pages.flatMap((page) => page.issues) ?? []
  const [roving, setList] = useRoving(rows.length)
  const change = (changed: IssueFilters) => void navigate({ search: (before) => ({ ...before, ...changed }) })
  const chosen = rows.filter(({ id }) => selected.has(id))
  const current = rows[roving.place]
  const aim = chosen.length > 0 ? chosen : current ? [current] : []
  const act = (issues: Issue[], decision: IssueChange) => {
    decide(issues, decision)
    setSelected(new Set())
  }
  const select = (id: string) => setSelected((before) => toggled(before, id))

  const keys: Key[] = [
    { press: 'j', says: 'next', run: () => roving.move(1) },
    { press: 'k', says: 'previous', run: () => roving.move(-1) },
    {
      press: 'Enter',
      says: 'open',
      run: () => current && void navigate({ to: '/issues/$id', params: { id: current.id } }),
    },
    { press: 'x', says: 'select', run: () => current && select(current.id) },
    { press: 'e', says: 'resolve', run: () => aim.length > 0 && act(aim, { status: 'resolved' }) },
    {
      press: 'i',
      says: 'ignore until…',
      run: () => {
        if (chosen.length === 0 && current) select(current.id)
        setTimeout(() => openIgnoreMenu('ignore-selected'))
      },
    },
    { press: 'z', says: 'undo', run: () => (show(null), toast?.act?.run()) },
    { press: 'Escape', says: 'clear', run: () => setSelected(new Set()) },
  ]

  if (stored.data?.rows.exceptions === 0 && rows.length === 0 && !list.isPending)
    return <FirstVisit status={stored.data} />
  return (
    <Screen title="Issues" keys={keys}>
      <h1 className="heard">Issues</h1>
      <Search of="issues" filters={filters} change={change} />
      <Overall filters={filters} now={now} change={change} />
      <Tabs filters={filters} counts={first?.counts} shown={rows.length} total={first?.total} />
      {list.isError && list.data && (
        <StaleNotice
          error={list.error}
          since={list.dataUpdatedAt}
          now={now}
          again={() => void list.refetch()}
        />
      )}
      {list.isPending && <Loading of="issues" />}
      {list.isError && !list.data && (
        <Failed error={list.error} what="This list" again={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <NoIssues
          filters={filters}
          counts={first?.counts}
          change={change}
          now={now}
          lastStored={stored.data?.lastStored}
        />
      )}
      {rows.length > 0 && (
        <IssueTable
          rows={rows}
          first={first}
          filters={filters}
          change={change}
          now={now}
          roving={roving}
          setList={setList}
          selected={selected}
          setSelected={setSelected}
          select={select}
        />
      )}
      {rows.length > 0 && (
        <p className="more">
          <span className="num">
            {count(rows.length)} of {count(first?.total)} issues
          </span>
          {list.hasNextPage && (
            <button
              type="button"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </button>
          )}
        </p>
      )}
      {chosen.length > 0 && <BulkBar issues={chosen} act={act} clear={() => setSelected(new Set())} />}
    </Screen>
  )
}

/** The shape of the whole, before its rows. */
function Overall({
  filters,
  now,
  change,
}: {
  filters: IssueFilters
  now: number
  change: (filters: Filters) => void
}) {
  const { data, isPending } = useQuery({ ...trendQuestion(filters), refetchInterval: usePolling() })
  const buckets = data?.buckets ?? []
  const step = Date.parse(buckets[1]?.at ?? '') - Date.parse(buckets[0]?.at ?? '')
  return (
    <figure className={css.overall} aria-label="Events over time">
      <figcaption>
        <span>
          <b className="num">{count(data?.events)}</b> events
        </span>
        <span>
          <b className="num">{count(data?.users)}</b> users
        </span>
        <span className="key">known before</span>
        <span className="key hot">new or regressed</span>
        {step > 0 && (
          <span className={`push ${css.hint}`}>{width(step)} a bar · click one to look only there</span>
        )}
      </figcaption>
      {isPending && <div className={css.place} />}
      <Trend
        buckets={buckets}
        releases={data?.releases ?? []}
        now={now}
        pick={(from, to) => change({ from, to, range: undefined })}
      />
    </figure>
  )
}
